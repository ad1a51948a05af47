/**
 * The blocks of TypeScript in the pages, each as a file that the compiler checks: as the page shows it, with the names
 * of `snippets/names.ts`, which stand for the reader's own program and for imports that the page shows before.
 */
import { globSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { pages, readPage } from "./DocsCommands.ts"

const root = join(import.meta.dirname, "..")

/** A block of a page: where the reader has it, and its code. */
export interface Snippet {
  readonly file: string
  readonly code: string
}

/** The files that pages name. */
const named: Readonly<Record<string, string>> = {
  "docs/write-a-format.md:1": "src/Notes.ts",
  "docs/write-a-provider.md:1": "src/acme.ts",
}

/** The beginning of a file that a page shows only the end of. */
const beginnings: Readonly<Record<string, string>> = {
  // The browser's `prompt` hides a global one.
  "README.md:1": "declare const prompt: string\n",
  "README.md:4": "declare const prompt: string\n",
  "packages/integrations/README.md:1": "declare const prompt: string\n",
  "docs/write-a-provider.md:2": `
    import * as Provider from "@porthole/provider-kit"
    import { HttpClientRequest } from "effect/http"
    declare const identity: Provider.Identity
    declare const search: Provider.SearchMapping
  `,
}

/** All of them, and a file with the names that they use without an import. */
export const snippets: ReadonlyArray<Snippet> = [
  ...pages.flatMap((page) =>
    [...readPage(page).matchAll(/^```(?:ts|typescript|tsx)\n([^]*?)^```/gm)].map(([, code = ""], at) => {
      const name = `${page}:${at + 1}`
      const folder = /from "(?:\.\.\/src|\.\/support)\//.test(code) ? "test" : "src"
      const file = named[name] ?? `${folder}/${page.replaceAll(/\W/g, "-")}-${at + 1}.ts`
      return { file, code: `${beginnings[name] ?? ""}${code}` }
    }),
  ),
  { file: "names.ts", code: readFileSync(join(import.meta.dirname, "snippets/names.ts"), "utf8") },
]

/** Where the compiler finds each entry point of our packages from a folder, like npm's installation would have it. */
export const paths: Readonly<Record<string, ReadonlyArray<string>>> = Object.fromEntries(
  globSync("packages/*/package.json", { cwd: root }).flatMap((file) => {
    const { exports = {}, name } = JSON.parse(readFileSync(join(root, file), "utf8"))
    return Object.entries<unknown>(exports).flatMap(([entry, path]) =>
      typeof path === "string" ? [[`${name}${entry.slice(1)}`, [join(root, dirname(file), path)]]] : [],
    )
  }),
)

/** Folders that count as one with that of the snippets: pages show files that import others of the repository. */
export const alike: ReadonlyArray<string> = [join(root, "examples"), join(root, "packages/providers")]
