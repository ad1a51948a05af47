/** The use-case behind `docs_search` over indexed libraries: parts of pages that answer a question. It calls nobody. */
import * as Effect from "effect/Effect"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Trace from "../domain/call/Trace.ts"
import type * as Library from "../domain/docs/Library.ts"
import type { DocsHit, LibraryHits } from "../domain/docs/LibraryAnswer.ts"
import { defaultLength, defaultResults, LibrarySearch, type LibrarySearchInput } from "../domain/docs/LibraryRequest.ts"
import { Settings } from "../domain/settings/Settings.ts"
import { takeWhole } from "../domain/text/Cut.ts"
import * as Deadline from "../domain/time/Deadline.ts"
import * as WebError from "../domain/WebError.ts"
import * as Passages from "../passages/Passages.ts"
import * as TextWork from "../passages/TextWork.ts"
import { wordsOf } from "../passages/Words.ts"
import { DocsIndex } from "../ports/DocsIndex.ts"
import { chooseLibraries, toWebError } from "./chooseLibraries.ts"

/** Finds parts of pages. A library without any is a success with a message; it may take `search_timeout`. */
export const searchLibraries = (
  request: Arguments.Arguments<LibrarySearchInput>,
): Effect.Effect<LibraryHits, WebError.WebError, DocsIndex> =>
  Trace.call("searchLibraries")(
    Arguments.answer(decodeRequest(request), (decoded) =>
      Settings.use(({ search_timeout }) =>
        Deadline.within(search(decoded), {
          duration: search_timeout,
          orElse: () => WebError.fail({ error: "timeout", message: "The search took too long. Name a library." }),
        }),
      ),
    ),
  )

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decoder(LibrarySearch)

/** A unit and where it is from. */
interface Candidate {
  readonly library: Library.Indexed
  readonly page: Library.Found
  readonly unit: Library.Unit
}

const search = Effect.fnUntraced(function* (
  request: LibrarySearch,
): Effect.fn.Return<LibraryHits, WebError.WebError, DocsIndex> {
  const { max_length = defaultLength, max_results = defaultResults, query } = request
  const { libraries, notes } = yield* chooseLibraries(request)
  const [searched, damaged] = yield* Effect.partition(libraries, (library) => searchOne(library, query, max_results))
  // One damaged library doesn't hide the others, unless it was asked for.
  if (request.library !== undefined && damaged[0] !== undefined) return yield* Effect.fail(damaged[0])
  const pages = searched.flatMap(({ pages }) => pages).toSorted((a, b) => b.worth - a.worth)
  const hits = yield* show(distinct(candidatesOf(pages), max_results), query, max_length)
  const isShown = (name: string): boolean => request.library !== undefined || hits.some((hit) => hit.library === name)
  const told = notes.filter(({ library }) => library === undefined || isShown(library)).map(({ text }) => text)
  const faults = damaged.map(({ message }) => message)
  const nothing =
    hits.length === 0 && (searched.length > 0 || faults.length === 0)
      ? [nothingFound(searched.map(({ library }) => library))]
      : []
  const message = [...nothing, ...[...faults, ...told].slice(0, maxNotes)].join(" ")
  return {
    hits,
    count: hits.length,
    libraries: searched
      .slice(0, maxListed)
      .map(({ library: { indexed_at, name, version } }) => ({ library: name, version, indexed_at })),
    ...(message === "" ? {} : { message }),
  }
})

/** A library and its pages that match. */
const searchOne = Effect.fnUntraced(function* (library: Library.Indexed, query: string, maxPages: number) {
  const pages = yield* Effect.mapError((yield* DocsIndex).find(library, { query, maxPages }), toWebError)
  return { library, pages: pages.map((page) => ({ library, page, worth: worthOf(page, library, query) })) }
})

/** Maximum number of notes about libraries in an answer. */
const maxNotes = 10

/** Maximum number of libraries in an answer. */
const maxListed = 20

/** Maximum number of hits of a page. */
const hitsOfPage = 2

/** The share of its words that a part has in common with a better one if both say the same. */
const copyShare = 0.85

/** Characters that are kept for each later hit, and the least of a part that is worth showing. */
const minLength = 160

/** A score, higher for a library that the question names. */
const worthOf = ({ score }: Library.Found, { name }: Library.Library, query: string): number =>
  wordsOf(query).includes(name.toLowerCase()) ? score * 1.5 : score

const nothingFound = (libraries: ReadonlyArray<Library.Library>): string => {
  const [first, ...others] = libraries
  if (first === undefined) return "No documentation is indexed. `porthole docs add --for .` indexes a project's."
  const where = others.length === 0 ? `${first.name} ${first.version}` : `${libraries.length} libraries`
  return `Nothing in the documentation of ${where} matches. Try other words.`
}

/** Each page's best part in the order of the pages, then the second best ones. */
const candidatesOf = (
  pages: ReadonlyArray<{ readonly library: Library.Indexed; readonly page: Library.Found }>,
): ReadonlyArray<Candidate> =>
  Array.from({ length: hitsOfPage }).flatMap((_, at) =>
    pages.flatMap(({ library, page }) => {
      const unit = page.units[at]
      return unit === undefined ? [] : [{ library, page, unit }]
    }),
  )

/** The first candidates that don't repeat one before them. */
const distinct = (candidates: ReadonlyArray<Candidate>, count: number): ReadonlyArray<Candidate> => {
  const chosen: Array<{ readonly candidate: Candidate; readonly words: ReadonlySet<string> }> = []
  for (const candidate of candidates) {
    if (chosen.length >= count) break
    const words = new Set(wordsOf(candidate.unit.text))
    const isCopy = chosen.some((other) => {
      const common = Array.from(words).filter((word) => other.words.has(word)).length
      return common >= copyShare * Math.max(words.size, other.words.size)
    })
    if (!isCopy) chosen.push({ candidate, words })
  }
  return chosen.map(({ candidate }) => candidate)
}

/** The hits, whose parts have at most `maxLength` characters together: whole ones first, then passages of them. */
const show = Effect.fnUntraced(function* (
  candidates: ReadonlyArray<Candidate>,
  query: string,
  maxLength: number,
): Effect.fn.Return<ReadonlyArray<DocsHit>, WebError.WebError> {
  const hits: Array<DocsHit> = []
  let rest = maxLength
  for (const [at, { library, page, unit }] of candidates.entries()) {
    const room = Math.max(minLength, rest - minLength * (candidates.length - at - 1))
    const part = unit.text.length <= room ? whole(unit) : yield* passagesOf(unit, query, room)
    rest -= part.content.length
    hits.push({
      library: library.name,
      version: library.version,
      title: page.title,
      url: page.url,
      heading: unit.trail.join(" > "),
      content_md: part.content,
      start: part.start,
      end: part.end,
    })
    if (rest < minLength) break
  }
  return hits
})

interface Part {
  readonly content: string
  readonly start: number
  readonly end: number
}

const whole = ({ end, start, text }: Library.Unit): Part => ({ content: text, start, end })

/** The passages that answer; in little room, where the best one may not fit, that one's beginning. */
const passagesOf = Effect.fnUntraced(function* (
  { start, text }: Library.Unit,
  query: string,
  room: number,
): Effect.fn.Return<Part, WebError.WebError> {
  const page = { text, mainLength: text.length }
  if (room >= passageRoom) {
    const { content, passages } = yield* Passages.select(page, query, room, start)
    const [first, last] = [passages[0], passages.at(-1)]
    if (first !== undefined && last !== undefined) return { content, start: first.start, end: last.end }
  }
  const { chunks, offsetOf, order } = yield* TextWork.hold(text.length)(Passages.rank(page, query))
  const from = offsetOf(chunks[order[0] ?? 0]?.start ?? 0)
  const content = takeWhole(text.slice(from), room)
  return { content, start: start + from, end: start + from + content.length }
})

/** From this room on every passage of prose fits. */
const passageRoom = 700
