/**
 * Writes what is made of the registry of providers: the manifest, which tells of each without loading it, and the
 * tables of docs/providers.md. `--check` only compares, and exits 1 when they differ.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Effect from "effect/Effect"
import * as Provider from "@porthole/core/provider"
import type { Known } from "../packages/tools/src/providers/ProviderName.ts"
import { load } from "../packages/tools/src/providers/Providers.ts"

const root = join(import.meta.dirname, "..")

/** Anything that the registry holds. */
type Loaded = Pick<Provider.Provider, "identity" | "ownOptions" | "supports"> & Partial<Provider.Reader>

const knownOf = ({ identity, makeExtract, ownOptions }: Loaded): Known => ({
  title: identity.title,
  address: Provider.urlVariable(identity),
  ...(identity.key === undefined ? {} : { key: identity.key.variable }),
  isPublic: identity.url !== undefined && identity.key === undefined,
  reads: makeExtract !== undefined,
  options: ownOptions,
})

const loaded: ReadonlyArray<readonly [string, Loaded]> = await Promise.all(
  Object.entries(load).map(async ([name, one]) => [name, await one()] as const),
)

const manifest = `/** What is known of each provider without loading it; made by \`pnpm docs\`, compared by a test. */
export const manifest = {
${loaded.map(([name, provider]) => `  ${name}: ${JSON.stringify(knownOf(provider))},`).join("\n")}
} as const
`

const row = ([name, { identity, makeExtract }]: readonly [string, Loaded]): string => {
  const address = `\`${Provider.urlVariable(identity)}\``
  const does = makeExtract === undefined ? "search" : "search, pages"
  const set = identity.key === undefined ? (identity.url === undefined ? address : "nothing") : whatToSet(identity)
  const where = identity.url === undefined ? "your own" : address
  return `| \`${name}\` | ${does} | ${set} | ${where} |`
}

const whatToSet = ({ key, url, ...identity }: Provider.Identity): string => {
  const variable = `\`${key?.variable}\``
  if (url === undefined) return `\`${Provider.urlVariable(identity)}\``
  return key?.isOptional === "elsewhere" ? `${variable}, or the address of your own` : variable
}

const table = ["| provider | does | set | its address |", "| --- | --- | --- | --- |", ...loaded.map(row)].join("\n")

/** Which fields of a query each provider can express. */
const fieldsOf = async ({ supports }: Loaded): Promise<ReadonlySet<string>> =>
  new Set(await Effect.runPromise(supports))

const supporting = await Promise.all(loaded.map(async ([name, provider]) => [name, await fieldsOf(provider)] as const))

const fields = Array.from(new Set(supporting.flatMap(([, some]) => Array.from(some)))).toSorted()

const expressed = [
  `| provider | ${fields.map((field) => `\`${field}\``).join(" | ")} |`,
  `| --- | ${fields.map(() => "---").join(" | ")} |`,
  ...supporting.map(
    ([name, some]) => `| \`${name}\` | ${fields.map((field) => (some.has(field) ? "yes" : "")).join(" | ")} |`,
  ),
].join("\n")

/** A text with what stands between two marks replaced. */
const between = (text: string, mark: string, made: string): string =>
  text.replace(
    new RegExp(`(<!-- ${mark}: made by pnpm docs -->\\n)[^]*?(\\n<!-- /${mark} -->)`),
    (_, start: string, end: string) => `${start}\n${made}\n${end}`,
  )

/** What oxfmt does to the layout doesn't count: blanks, and the lines of a table's head. */
const bare = (text: string): string => text.replace(/[\s"',-]+/g, "")

const manual = join(root, "docs/providers.md")
const files: ReadonlyArray<readonly [string, string]> = [
  [join(root, "packages/tools/src/providers/manifest.ts"), manifest],
  [manual, between(between(readFileSync(manual, "utf8"), "providers", table), "fields", expressed)],
]

for (const [file, text] of files) {
  if (bare(readFileSync(file, "utf8")) === bare(text)) continue
  if (process.argv.includes("--check")) {
    console.error(`${file} is out of date: run pnpm docs`)
    process.exitCode = 1
  } else {
    writeFileSync(file, text)
  }
}
