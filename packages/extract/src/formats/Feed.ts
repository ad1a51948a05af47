/** A feed, whatever its syntax: RSS, Atom or JSON. */

/** One entry, not sanitised. Absent values are empty. */
export interface Entry {
  /** Plain text on one line. */
  readonly title: string
  /** A URL, perhaps relative. */
  readonly link: string
  /** As written. */
  readonly date: string
  /** Plain text. */
  readonly author: string
  /** HTML. */
  readonly content: string
  readonly files: ReadonlyArray<Attachment>
  /** The base URL of its link and files, if that isn't the feed's URL. */
  readonly base?: string
  /** The base URL of the links in its content, if that is another. */
  readonly contentBase?: string
}

/** A file of an entry, such as a podcast's sound. */
export interface Attachment {
  /** A URL, perhaps relative. */
  readonly address: string
  /** Its media type; may be empty. */
  readonly type: string
}

/** A feed, with the first of its entries. */
export interface Feed {
  /** Plain text on one line. */
  readonly title: string
  /** The feed's description; HTML. */
  readonly about: string
  /** The base URL of the links in the description, if that isn't the feed's URL. */
  readonly base?: string
  readonly entries: ReadonlyArray<Entry>
  /** The number of entries in the document. */
  readonly of: number
}

/** Most entries that are read. */
export const mostEntries = 200
