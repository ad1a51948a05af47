/**
 * Writes llms.txt (llmstxt.org): the pages of the documentation for models that read a project, in the sections of the
 * site's sidebar. A page's title is its heading, its description the first sentence below.
 */
import { globSync } from "node:fs"
import { join } from "node:path"
import { sidebar } from "../.vitepress/sidebar.ts"
import { publish, read } from "./generated.ts"

const { description }: { readonly description: string } = JSON.parse(read("package.json"))

/** Text without links, emphasis and code marks, on one line. */
const plain = (markdown: string): string =>
  markdown
    .replace(/!\[[^\]]*\]\([^)]*\)/g, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`]/g, "")
    .replace(/\s+/g, " ")
    .trim()

const entry = (file: string): string => {
  const text = read(file)
  const title = plain(/^# (.*)$/m.exec(text)?.[1] ?? file)
  const paragraph = text
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .find((block) => /^[A-Z`*[]/.test(block) && !/^(?:\[!|- |\| )/.test(block))
  const sentence = /^(.*?[.:])(?:\s|$)/.exec(plain(paragraph ?? ""))?.[1]?.replace(/:$/, ".")
  return `- [${title}](${file})${sentence === undefined ? "" : `: ${sentence}`}`
}

const packages = globSync("packages/*/README.md", { cwd: join(import.meta.dirname, "../..") }).toSorted()

const section = (title: string, pages: ReadonlyArray<string>): string =>
  `## ${title}\n\n${pages.map((file) => `${entry(file)}\n`).join("")}`

publish({
  "llms.txt": [
    `# Porthole\n\n> ${description}.\n`,
    ...sidebar.map(({ items, text }) =>
      section(
        text,
        items.map(({ link }) => `docs${link}.md`),
      ),
    ),
    section("Packages", packages),
    section("Optional", ["README.md", "SECURITY.md", "CONTRIBUTING.md", "CHANGELOG.md"]),
  ].join("\n"),
})
