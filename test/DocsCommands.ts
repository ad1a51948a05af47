/** The commands in the docs: those in blocks of shell code, and the list of those that no test runs. */
import { globSync, readFileSync } from "node:fs"
import { join } from "node:path"

const root = join(import.meta.dirname, "..")

/** The pages, by their paths. */
export const pages: ReadonlyArray<string> = globSync(["*.md", "docs/**/*.md", "packages/*/README.md"], {
  cwd: root,
  exclude: ["**/node_modules/**", "packages/test-net/**"],
})

export const readPage = (page: string): string => readFileSync(join(root, page), "utf8")

/** One command line of a page. */
export interface Line {
  readonly page: string
  readonly text: string
  /** The output that the page shows below it, if any. */
  readonly shown?: string
}

/** The blocks of shell code in a page, also those in lists, each as its lines without comments. */
export const blocksOf = (page: string): ReadonlyArray<ReadonlyArray<Line>> =>
  [...readPage(page).matchAll(/^( *)```(sh|console)\n([^]*?)^ *```/gm)].map(([, indent = "", kind, text = ""]) => {
    const block = text.replaceAll(new RegExp(`^${indent}`, "gm"), "")
    if (kind === "console") {
      const [first = "", ...shown] = block.trimEnd().split("\n")
      return [{ page, text: first.replace(/^\$ /, ""), shown: shown.join("\n") }]
    }
    return block
      .replaceAll(/ *\\\n\s*/g, " ")
      .split("\n")
      .map((line) => ({ page, text: line.replace(/(?:^|\s+)#.*/, "").trim() }))
      .filter(({ text }) => text !== "")
  })

/** The commands that `packages/test-net/test/docs-commands.long.test.ts` doesn't run, with the reason. */
export const notRun: ReadonlyArray<readonly [command: RegExp, reason: string]> = [
  [/^npm install /, "installs published packages; `pnpm packed` installs them from tarballs"],
  [/^npx -y pnpm@12 pack:into /, "builds and installs for minutes; `pnpm packed` installs in the same way"],
  [/^docker /, "needs Docker's engine; `pnpm docker:check` runs the Dockerfile's steps without it"],
  [/^install /, "writes to the system's folders"],
  [/^system(?:ctl|d-run) /, "needs systemd"],
  [/^cp -a /, "copies a service's state"],
  [/^npx @modelcontextprotocol\//, "runs another project's program; tests list the tools by that project's client"],
  [/ vitest run .* live$/, "requests a service with its user's key"],
  [/^npx -y pnpm@12 test$/, "runs this test, too"],
  [/^npx -y pnpm@12 demo$/, "`examples/test/examples.test.ts` runs the demo"],
  [/ bench[:/]/, "takes minutes; most benches read corpora that aren't part of the project"],
  [/^pnpm train /, "takes minutes, and reads corpora that aren't part of the project"],
]
