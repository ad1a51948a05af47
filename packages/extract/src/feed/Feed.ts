/** A feed, whatever it is written in: RSS, Atom or JSON. */
import type { Attachment } from "./Attachment.ts"

/** One entry. Nothing in it was judged yet. */
export interface Entry {
  /** HTML of one line; empty when there is none. */
  readonly title: string
  /** A URL, perhaps relative; empty when there is none. */
  readonly link: string
  /** As written; empty when there is none. */
  readonly date: string
  /** Plain text; empty when there is none. */
  readonly author: string
  /** HTML. */
  readonly content: string
  readonly files?: ReadonlyArray<Attachment>
  /** What its link and its files are relative to, where that isn't the feed's URL. */
  readonly base?: string
  /** What links in its content are relative to, where that is something else. */
  readonly contentBase?: string
}

/** A feed, with the first of its entries. */
export interface Feed {
  /** HTML of one line. */
  readonly title: string
  /** What it says of itself; HTML. */
  readonly about: string
  /** What the links in that are relative to, where that isn't the feed's URL. */
  readonly base?: string
  readonly entries: ReadonlyArray<Entry>
  /** How many entries there are. */
  readonly of: number
}

/** Most entries that are read. */
export const mostEntries = 200
