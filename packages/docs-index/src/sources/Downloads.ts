/** How sources come from the web: functions of the composition root, since this package opens no connection. */
import type * as Effect from "effect/Effect"

/** A file that was downloaded. */
export interface Downloaded {
  /** The final URL. */
  readonly url: string
  /** In lower case and without parameters; empty if none was declared. */
  readonly contentType: string
  readonly bytes: Uint8Array
}

/** Which files a caller takes. */
export interface Wanted {
  readonly types: ReadonlyArray<string>
  readonly maxBytes: number
}

/** How much of a site is read: the number of URLs that are visited, and decoded bytes of all together. */
export interface Bounds {
  readonly maxPages: number
  readonly maxBytes: number
}

/** The pages of a site as Markdown, as far as they were read. */
export interface Crawled {
  readonly pages: ReadonlyArray<{ readonly url: string; readonly title: string; readonly text: string }>
  /** The number of pages that exist, as far as is known, and couldn't be read. */
  readonly failed: number
  /** The number of URLs that were found, but not visited because of a bound. */
  readonly beyond: number
  /** Sentences about bounds, and about what was left out; empty if there is nothing to say. */
  readonly notes: string
}

/** The ways to files. Each failure has a sentence for a person. */
export interface Downloads {
  /** A URL that a person wrote, through the boundary of pages. */
  readonly web: (url: string, wanted: Wanted) => Effect.Effect<Downloaded, { readonly message: string }>
  /** The pages below a URL, by a crawl that obeys robots.txt; without it there are no such sources. */
  readonly site?: ((url: string, bounds: Bounds) => Effect.Effect<Crawled, { readonly message: string }>) | undefined
  /** A file of a registry that the user has configured, and the value of its Authorization header. */
  readonly registry: (request: {
    readonly url: string
    readonly authorization?: string | undefined
    readonly maxBytes: number
  }) => Effect.Effect<{ readonly status: number; readonly bytes: Uint8Array }, { readonly message: string }>
}
