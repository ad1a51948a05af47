/**
 * Refuses a runtime that Porthole doesn't run on, when any of its packages is loaded: each of them imports the kernel.
 * Otherwise an old Node would fail later, in the middle of a call and with a riddle. A program that isn't one of these
 * runtimes, such as a browser, may use the kernel.
 */

/** The major version of Node in every package's `engines`. */
const oldestNode = 24

/** Why Porthole doesn't run on a runtime with these versions (`process.versions`), in a sentence. */
export const refusalOf = ({ bun, deno, node }: Versions): string | undefined => {
  const [name, version] = bun !== undefined ? ["Bun", bun] : deno !== undefined ? ["Deno", deno] : ["Node", node]
  if (name === "Node" && (version === undefined || Number.parseInt(version, 10) >= oldestNode)) return undefined
  return `Porthole needs Node ${oldestNode} or newer; this is ${name} ${version}.`
}

// --- private --------------------------------------------------------------------------

interface Versions {
  readonly bun?: string | undefined
  readonly deno?: string | undefined
  readonly node?: string | undefined
}

/** The global of Node, which Bun and Deno have, too; the kernel knows nothing else of it. */
declare const process: { readonly versions?: Versions } | undefined

const refusal = typeof process === "undefined" ? undefined : refusalOf(process.versions ?? {})
if (refusal !== undefined) throw new Error(refusal)
