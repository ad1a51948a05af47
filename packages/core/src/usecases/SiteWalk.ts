/**
 * A walk over the pages of a site, breadth first, for a map that reads their links, or a crawl that reads their texts.
 * Copies are joined: by redirects, by the address that a page declares as its own, and by equal text. A site that
 * answers every address with a page is recognised by an address that nobody has.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Progress from "../domain/call/Progress.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type * as WebError from "../domain/WebError.ts"
import type { PageLinks, SiteFile } from "../ports/WebBackend.ts"
import * as SiteScope from "../site/SiteScope.ts"
import * as Traps from "../site/Traps.ts"
import * as SiteSearch from "./SiteSearch.ts"

/** Bounds of the reading. */
export interface Limits {
  readonly maxPages: number
  readonly maxDepth: number
  /** Whether documents without links, such as PDFs, are read, too. Default: no. */
  readonly readsTexts?: boolean
}

/** Maximum bytes of a page that is read for its links. */
export const maxPageBytes = 5_242_880

/** A page that is to be read, and the number of links that lead to it from the start. */
export interface Waiting {
  readonly page: SiteSearch.KnownPage
  readonly depth: number
}

/** A walk over the pages of one search. */
export class SiteWalk {
  readonly #search: SiteSearch.SiteSearch
  readonly #limits: Limits
  readonly #traps = Traps.make()
  #queue: Array<Waiting> = []
  #next = 0
  /** The pages that were read, by key. */
  readonly #read = new Set<string>()
  /** The first page of each text. */
  readonly #texts = new Map<string, SiteSearch.KnownPage>()
  /** The page of an address that nobody has, if the site has one. */
  #missing: PageLinks | undefined
  /** Whether a link led to a page that no list has. */
  hasUnlisted = false

  constructor(search: SiteSearch.SiteSearch, limits: Limits) {
    this.#search = search
    this.#limits = limits
  }

  /** Reads an address that nobody has. */
  probe(url: string): Effect.Effect<void> {
    return SiteSearch.read(this.#search, url, { isWithin: true, maxBytes: maxPageBytes }).pipe(
      Effect.map((file) => {
        this.#missing = file?.page
      }),
      Effect.catch(() => Effect.void),
    )
  }

  /** Whether a page is the answer to an address that nobody has. */
  isSame(page: PageLinks | undefined): boolean {
    return page !== undefined && this.#missing?.shapeHash === page.shapeHash && this.#missing.title === page.title
  }

  /** Puts listed pages into the queue, those with short paths first. */
  queueListed = Effect.fnUntraced({ self: this }, function* (this: SiteWalk) {
    const queued = new Set(this.#queue.map(({ page }) => page))
    const all = Array.from(this.#search.pages.values())
    const listed = yield* TimeSlice.filter(
      all,
      unitsOfLink,
      (page) => page.found_in !== "links" && !queued.has(page) && this.#mayRead(page),
    )
    const counted = yield* TimeSlice.map(
      listed,
      () => unitsOfLink,
      (page) => ({ page, steps: page.url.split("/").length }),
    )
    const nearest = counted.toSorted((one, other) => one.steps - other.steps)
    this.#queue = [...nearest.map(({ page }) => ({ page, depth: 1 })), ...this.#queue.slice(this.#next)]
    this.#next = 0
  })

  /** Takes the whole queue, for a caller that reads the pages itself. */
  drain(): ReadonlyArray<Waiting> {
    const waiting = this.#queue.slice(this.#next)
    this.#queue = []
    this.#next = 0
    return waiting
  }

  /** Whether a page was read. */
  hasRead(url: string): boolean {
    return this.#read.has(keyOf(url))
  }

  /** Leaves a page out after all. */
  leave(page: SiteSearch.KnownPage, reason: SiteSearch.LeftOut): void {
    if (page.left !== undefined) return
    page.left = reason
    SiteSearch.leaveOut(this.#search, reason, page.url)
  }

  /** Reads the next pages of the queue. */
  run = Effect.fnUntraced({ self: this }, function* (this: SiteWalk, maxCount: number) {
    const { maxPages } = this.#limits
    const progress = yield* Progress.Progress
    for (let count = 0; count < maxCount && this.#next < this.#queue.length; count++) {
      const waiting = this.#queue[this.#next]
      if (waiting === undefined) return
      if (this.#search.pagesRead >= maxPages) this.#search.reached.add("pages")
      if (this.#search.failures >= maxFailures) this.#search.reached.add("failures")
      if (this.#isOver) return
      this.#next++
      if (!this.#read.has(keyOf(waiting.page.url))) yield* this.#visit(waiting)
      yield* progress.report({ done: this.#search.pagesRead, total: Math.min(maxPages, this.#queue.length) })
    }
  })

  get #isOver(): boolean {
    const { reached } = this.#search
    return reached.has("pages") || reached.has("failures") || reached.has("bytes")
  }

  #visit = Effect.fnUntraced({ self: this }, function* (this: SiteWalk, { depth, page }: Waiting) {
    this.#read.add(keyOf(page.url))
    const read = yield* Effect.result(
      SiteSearch.read(this.#search, page.url, { isWithin: true, maxBytes: maxPageBytes }),
    )
    if (Result.isFailure(read)) return this.#fail(page, read.failure)
    this.#search.failures = 0
    const file = read.success
    if (file === undefined) return
    if (keyOf(file.url) !== keyOf(page.url)) {
      // A redirect: the page that it leads to counts.
      this.leave(page, "copy")
      const found = { url: file.url, title: page.title ?? "", modified: "" }
      if ((yield* SiteSearch.add(this.#search, found, page.found_in)) === undefined) return
      if (this.#read.has(keyOf(file.url))) return
    }
    yield* this.take(file, depth)
  })

  /** Follows the links of a page that was read. */
  take = Effect.fnUntraced(
    { self: this },
    function* (this: SiteWalk, { page: links, url }: Pick<SiteFile, "page" | "url">, depth: number) {
      this.#search.pagesRead++
      this.#read.add(keyOf(url))
      const page = this.#search.pages.get(keyOf(url))
      if (links === undefined || page === undefined) return
      if (depth > 0 && this.isSame(links)) return this.leave(page, "missing")
      const first = this.#texts.get(links.textHash)
      if (first !== undefined && first !== page) return this.leave(page, "copy")
      if (links.textHash !== "") this.#texts.set(links.textHash, page)
      SiteSearch.retitle(page, links.title)
      yield* this.#joinCanonical(page, links.canonical)
      if (depth >= this.#limits.maxDepth) {
        if (links.links.size > 0) this.#search.reached.add("depth")
        return
      }
      yield* this.#follow(links, depth)
    },
  )

  #follow = Effect.fnUntraced({ self: this }, function* (this: SiteWalk, { links }: PageLinks, depth: number) {
    const slice = TimeSlice.begin()
    for (const [link, title] of links) {
      if (slice.spend(unitsOfLink)) yield* TimeSlice.next
      const url = URL.parse(link)
      if (url === null || !SiteScope.covers(this.#search.scope, url)) continue
      const clean = SiteScope.cleaned(url)
      const trap = this.#search.pages.has(SiteScope.keyOf(clean)) ? undefined : this.#traps.judge(clean)
      if (trap !== undefined) {
        SiteSearch.leaveOut(this.#search, trap, clean.href)
        continue
      }
      const added = yield* SiteSearch.add(this.#search, { url: clean.href, title, modified: "" }, "links")
      if (added === undefined || !added.isNew || !this.#mayRead(added.page)) continue
      this.hasUnlisted = true
      this.#queue.push({ page: added.page, depth: depth + 1 })
    }
  })

  /** A page that declares another address of the site as its own is a copy of that. */
  #joinCanonical = Effect.fnUntraced(
    { self: this },
    function* (this: SiteWalk, page: SiteSearch.KnownPage, canonical: string | undefined) {
      const { scope } = this.#search
      const url = canonical === undefined ? null : URL.parse(canonical)
      if (url === null || !SiteScope.covers(scope, url) || keyOf(url.href) === keyOf(page.url)) return
      // A template that declares the start everywhere says nothing.
      if (keyOf(url.href) === keyOf(scope.start) && new URL(page.url).pathname !== url.pathname) return
      const found = { url: url.href, title: page.title ?? "", modified: page.modified_at ?? "" }
      const added = yield* SiteSearch.add(this.#search, found, page.found_in)
      if (added?.page.left !== undefined || added === undefined) return
      if (this.#limits.readsTexts === true && !this.hasRead(url.href)) {
        // Its text isn't known, and may differ.
        if (added.isNew) this.#queue.push({ page: added.page, depth: 1 })
        return
      }
      this.leave(page, "copy")
      // It is the same page, which needn't be read again.
      this.#read.add(keyOf(url.href))
    },
  )

  #mayRead({ left, url }: SiteSearch.KnownPage): boolean {
    return left === undefined && (this.#limits.readsTexts === true || SiteScope.mayHaveLinks(new URL(url)))
  }

  #fail(page: SiteSearch.KnownPage, failure: WebError.WebError): void {
    const { error, reason } = failure
    if (error === "robots_disallowed") this.leave(page, "robots")
    else if (error === "blocked_url") this.leave(page, "elsewhere")
    else if (SiteSearch.isMissing(failure) || reason === "too_many_redirects") this.leave(page, "missing")
    else if (error !== "unsupported_content_type") this.#search.failures++
  }
}

// --- private --------------------------------------------------------------------------

/** After this number of failures in a row a search ends. */
const maxFailures = 10

const unitsOfLink = 512

const keyOf = (url: string): string => SiteScope.keyOf(new URL(url))
