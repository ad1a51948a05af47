/** The documentation of a site: its pages below an address, which a crawl reads by the site's pace and robots.txt. */
import type { Extractor } from "@porthole/core"
import * as Effect from "effect/Effect"
import { createHash } from "node:crypto"
import type { Crawled, Downloads } from "./Downloads.ts"
import type { Files, Listing } from "./Files.ts"
import * as Folder from "./Folder.ts"
import { type Contents, type Naming, SourceError } from "./Source.ts"

/** Maximum number of URLs that are visited; a site with more is for a crawl into a folder, which goes on. */
export const maxPages = 500

/** Maximum bytes of all pages together, decoded: no more characters than twice these of a folder are read. */
export const maxBytes = 256 * 1_048_576

/**
 * Reads a site. Its stamp is the sum of its texts. It fails if more pages failed than were read, because the site may
 * be there again later, and its pages of an earlier time are worth more than a few new ones.
 */
export const read = Effect.fnUntraced(function* (
  url: string,
  naming: Naming,
  crawl: NonNullable<Downloads["site"]>,
): Effect.fn.Return<Contents, SourceError, Extractor.Extractor> {
  const crawled = yield* Effect.mapError(
    crawl(url, { maxPages, maxBytes }),
    ({ message }) => new SourceError({ message }),
  )
  if (crawled.pages.length === 0)
    return yield* new SourceError({ message: `No page of ${url} can be read. ${crawled.notes.trim()}`.trimEnd() })
  if (crawled.failed > crawled.pages.length) {
    const [read, all] = [crawled.pages.length, crawled.pages.length + crawled.failed]
    return yield* new SourceError({ message: `Only ${read} of ${all} pages of ${url} can be read. Try again later.` })
  }
  const { files, stamp } = filesOf(url, crawled)
  const contents = yield* Folder.readListing(listingOf(files, crawled), { ...naming, isPackage: false })
  return { ...contents, stamp: `${naming.base ?? ""} ${stamp}`, notes: crawled.notes.trim() }
})

// --- private --------------------------------------------------------------------------

const listingOf = (files: Files, { beyond, failed }: Crawled): Listing => ({
  files,
  leftOut: new Map(
    [
      [`URLs beyond ${maxPages} (for more: porthole crawl --out, then add its folder)`, beyond] as const,
      ["pages that can't be read", failed] as const,
    ].filter(([, count]) => count > 0),
  ),
})

/** The pages as files of Markdown, whose front matter has their own address. */
const filesOf = (start: string, { pages }: Crawled): { readonly files: Files; readonly stamp: string } => {
  const names = new Set<string>()
  const sum = createHash("sha256")
  // Their order depends on the site's answers.
  const sorted = pages.toSorted((one, other) => (one.url < other.url ? -1 : 1))
  const files = sorted.map(({ text, title, url }) => {
    const matter = `---\nurl: ${JSON.stringify(url)}\ntitle: ${JSON.stringify(title)}\n---\n\n`
    const bytes = new TextEncoder().encode(`${matter}${text}`)
    sum.update(bytes)
    const stem = stemOf(start, url)
    const path = names.has(stem) ? `${stem}-${createHash("sha256").update(url).digest("hex").slice(0, 8)}` : stem
    names.add(path)
    return { path: `${path}.md`, size: bytes.length, read: Effect.succeed(bytes) }
  })
  return { files, stamp: sum.digest("base64url") }
}

/** A page's path below the start, without extension; that of a folder is its `index`. */
const stemOf = (start: string, url: string): string => {
  const folder = new URL(".", start).pathname
  const { pathname, search } = new URL(url)
  const path = pathname.startsWith(folder) ? pathname.slice(folder.length) : pathname.slice(1)
  const name = `${path.replace(/\.(?:x?html?|md|php|aspx?)$/i, "")}${search}`
  return name === "" || name.endsWith("/") ? `${name}index` : name
}
