/**
 * Writes what is made of the registry of providers: the manifest, which tells of each without loading it, and the
 * tables of docs/providers.md.
 */
import * as Effect from "effect/Effect"
import * as Provider from "@porthole/provider-kit"
import type { ProviderFacts } from "../../packages/tools/src/providers/ProviderName.ts"
import { between, publish, read, table } from "./generated.ts"
import { load } from "../../packages/tools/src/providers/Providers.ts"

/** Anything that the registry holds. */
type Loaded = Pick<Provider.Provider, "identity" | "ownOptions" | "supports"> & Partial<Provider.PageExtraction>

const factsOf = ({ identity, makeExtract, ownOptions }: Loaded): ProviderFacts => ({
  title: identity.title,
  addressVariable: Provider.urlVariable(identity),
  ...(identity.key === undefined ? {} : { keyVariable: identity.key.variable }),
  isPublic: identity.url !== undefined && identity.key === undefined,
  reads: makeExtract !== undefined,
  options: ownOptions,
})

const loaded: ReadonlyArray<readonly [string, Loaded]> = await Promise.all(
  Object.entries(load).map(async ([name, one]) => [name, await one()] as const),
)

const manifest = `/** Facts about each provider without loading it, in the order of \`auto\`; tested against the providers. */
export const manifest = {
${loaded.map(([name, provider]) => `  ${name}: ${JSON.stringify(factsOf(provider))},`).join("\n")}
} as const
`

const row = ([name, { identity, makeExtract }]: readonly [string, Loaded]): ReadonlyArray<string> => {
  const address = `\`${Provider.urlVariable(identity)}\``
  const does = makeExtract === undefined ? "search" : "search, pages"
  const set = identity.key === undefined ? (identity.url === undefined ? address : "nothing") : whatToSet(identity)
  const where = identity.url === undefined ? "your own" : address
  return [`\`${name}\``, does, set, where]
}

const whatToSet = ({ key, url, ...identity }: Provider.Identity): string => {
  const variable = `\`${key?.variable}\``
  if (url === undefined) return `\`${Provider.urlVariable(identity)}\``
  return key?.isOptional === "self-hosted" ? `${variable}, or your own server's address` : variable
}

const providers = table(["provider", "does", "set", "its address"], loaded.map(row))

/** Which fields of a query each provider can express. */
const fieldsOf = async ({ supports }: Loaded): Promise<ReadonlySet<string>> =>
  new Set(await Effect.runPromise(supports))

const supporting = await Promise.all(loaded.map(async ([name, provider]) => [name, await fieldsOf(provider)] as const))

const fields = Array.from(new Set(supporting.flatMap(([, some]) => Array.from(some)))).toSorted()

const expressed = table(
  ["provider"].concat(fields.map((field) => `\`${field}\``)),
  supporting.map(([name, some]) => [`\`${name}\``].concat(fields.map((field) => (some.has(field) ? "yes" : "")))),
)

const names = "packages/tools/src/providers/ProviderName.ts"

publish({
  [names]: between(read(names), "manifest", manifest),
  "docs/providers.md": between(between(read("docs/providers.md"), "providers", providers), "fields", expressed),
})
