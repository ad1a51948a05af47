/**
 * The elements within an entry of a feed, or within a feed, by name. The elements of other vocabularies that feeds mix in
 * (pictures, podcasts) have the same names with other prefixes; so a name counts with its prefix, unless that is the prefix of
 * what it stands in.
 */
import { elementsOf, type Node } from "./Tree.ts"

/** The elements within one, by name; of those with the same name all, so that `link` can be chosen. */
export interface Parts {
  readonly get: (name: string) => Node | undefined
  readonly all: (...names: ReadonlyArray<string>) => ReadonlyArray<Node>
}

/** The elements within `node`. */
export const partsOf = (node: Node): Parts => {
  const prefix = node.name.slice(0, node.name.indexOf(":") + 1).toLowerCase()
  const named = elementsOf(node).map((part) => {
    const name = part.name.toLowerCase()
    return [name.startsWith(prefix) ? name.slice(prefix.length) : name, part] as const
  })
  const get = (name: string): Node | undefined => named.find(([own]) => own === name)?.[1]
  return { get, all: (...names) => named.flatMap(([own, part]) => (names.includes(own) ? [part] : [])) }
}
