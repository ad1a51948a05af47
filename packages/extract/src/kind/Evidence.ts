/** What the kind of a page is told by: its URL, what it declares, and what it is built of. */
import { type Blocks, chainOf } from "../blocks/Block.ts"
import { type Census, censusOf } from "./Census.ts"
import { select } from "../tree/Select.ts"
import { type Group, groupsOf } from "./Groups.ts"
import type { Declared } from "../metadata/Declared.ts"
import { structuredDataOf } from "../metadata/StructuredData.ts"

/** A page as it is when its kind is asked for. */
export interface Asked {
  readonly document: Document
  readonly blocks: Blocks
  /** What its links are relative to. */
  readonly base: string
  readonly url: string
  readonly title: string
  readonly declared: Declared
}

/** What is looked at once, for all signs. */
export interface Evidence extends Blocks {
  readonly title: string
  /** In lower case; empty where the URL can't be read. */
  readonly host: string
  readonly path: string
  readonly query: string
  readonly types: ReadonlySet<string>
  /** Things of a type that the structured data describes. */
  readonly things: ReadonlyMap<string, number>
  /** Names of the head's `meta` elements, and relations of its `link` elements, in lower case. */
  readonly metas: ReadonlySet<string>
  readonly relations: ReadonlySet<string>
  readonly census: Census
  readonly groups: ReadonlyArray<Group>
  /** Place of the block with the page's heading among the blocks, -1 for none. */
  readonly headingAt: number
}

/** Looks a page over. */
export const evidenceOf = ({ base, blocks, declared, document, title, url }: Asked): Evidence => {
  const address = URL.parse(url) ?? undefined
  const things = new Map<string, number>()
  for (const { types } of structuredDataOf(document))
    for (const type of types) things.set(type.toLowerCase(), (things.get(type.toLowerCase()) ?? 0) + 1)
  return {
    ...blocks,
    title,
    host: address?.hostname ?? "",
    path: (address?.pathname ?? "").toLowerCase().slice(0, longest),
    query: (address?.search ?? "").toLowerCase().slice(0, longest),
    types: declared.types,
    things,
    metas: namesOf(document, "meta", ["property", "name"]),
    relations: namesOf(document, "link", ["rel"]),
    census: censusOf(document.body, address, base),
    groups: groupsOf(blocks),
    headingAt: blocks.blocks.findIndex(({ branch }) =>
      chainOf(branch)
        .slice(0, 3)
        .some(({ element }) => element.localName === "h1"),
    ),
  }
}

// --- private --------------------------------------------------------------------------

const longest = 500

const namesOf = (document: Document, element: string, attributes: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(
    select(document.head, element).flatMap((one) =>
      attributes.flatMap((name) => (one.getAttribute(name) ?? "").slice(0, longest).toLowerCase().split(/\s+/)),
    ),
  )
