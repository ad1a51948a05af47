/**
 * Writes llms.txt (llmstxt.org): what the documentation says where, for models that read a project. A page's title is its
 * heading, its description the first sentence below. `--check` only compares, and exits 1 when the file differs.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

const { description }: { readonly description: string } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** Text without links, emphasis and code marks, on one line. */
const plain = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`]/g, "")
    .replace(/\s+/g, " ")
    .trim()

const entry = (file: string): string => {
  const text = readFileSync(join(root, file), "utf8")
  const title = plain(/^# (.*)$/m.exec(text)?.[1] ?? file)
  const paragraph = text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .find((block) => /^[A-Z`*[]/.test(block) && !/^(?:\[!|- |\| )/.test(block))
  const sentence = /^(.*?[.:])(?:\s|$)/.exec(plain(paragraph ?? ""))?.[1]?.replace(/:$/, ".")
  return `- [${title}](${file})${sentence === undefined ? "" : `: ${sentence}`}`
}

const files = (pattern: string): ReadonlyArray<string> =>
  globSync(pattern, { cwd: root })
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !file.includes("node_modules"))
    .toSorted()

const section = (title: string, pages: ReadonlyArray<string>): string =>
  `## ${title}\n\n${pages.map((file) => `${entry(file)}\n`).join("")}`

const text = [
  `# Porthole\n\n> ${description}.\n`,
  section("Start here", ["README.md", "docs/install.md", "docs/settings.md", "docs/errors.md", "SECURITY.md"]),
  section(
    "Documentation",
    files("docs/*.md").filter((file) => !["docs/install.md", "docs/settings.md", "docs/errors.md"].includes(file)),
  ),
  section("Packages", files("packages/*/README.md")),
  section("Decisions", files("docs/decisions/*.md")),
  section("Optional", ["CONTRIBUTING.md", "CHANGELOG.md"]),
].join("\n")

const path = join(root, "llms.txt")
if (!process.argv.includes("--check")) writeFileSync(path, text)
else if (readFileSync(path, "utf8") !== text) {
  console.error("llms.txt is out of date: run pnpm docs")
  process.exitCode = 1
}
