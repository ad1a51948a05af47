/**
 * The shown part of a page: the whole, a section, the text from an offset on, a compressor's result, or the passages
 * that answer a question. All offsets count in the page's text: the main content, then the text outside it
 * (`docs/passages.md`).
 */
import * as Effect from "effect/Effect"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Page from "../domain/page/Page.ts"
import * as Blocks from "../passages/Blocks.ts"
import * as Find from "../passages/Find.ts"
import * as Outline from "../passages/Outline.ts"
import * as Paging from "../passages/Paging.ts"
import * as Passages from "../passages/Passages.ts"
import * as Selection from "../passages/Selection.ts"
import * as TextWork from "../passages/TextWork.ts"
import * as Progress from "../domain/call/Progress.ts"
import * as Cut from "../domain/text/Cut.ts"
import type { FetchRequest } from "../domain/page/FetchRequest.ts"
import { Settings } from "../domain/settings/Settings.ts"
import type { StoredPage } from "../domain/page/StoredPage.ts"
import { causeOf, make, type WebError } from "../domain/WebError.ts"
import { Compressor } from "../ports/Shortening.ts"
import * as OutsideText from "./OutsideText.ts"
import * as PageOutline from "./PageOutline.ts"
import { charactersWithin, lengthWithin, type Limits } from "./PartLimits.ts"
import { rerankPassages } from "./rerankPassages.ts"

/** A page that was read. */
export interface Reading {
  readonly page: StoredPage
  /** Whether it comes from a cache. */
  readonly cached: boolean
  /**
   * Whether the request is for a part of the page, and the page's text isn't the one that the conversation read before.
   */
  readonly isChanged?: boolean
}

/** The requested part of a page, without its URL. */
export type ViewRequest = Omit<FetchRequest, "url">

/** The text that offsets refer to. */
export const textOf = ({ content, outside }: StoredPage): Passages.PageText => ({
  text: outside === undefined || outside === "" ? content : `${content}${OutsideText.separator}${outside}`,
  mainLength: content.length,
})

/** The characters of a page's text, which are the weight of work on it. */
export const lengthOf = ({ content, outside = "" }: StoredPage): number => content.length + outside.length

/** Whether the request needs passages: it has a question, and the page is longer than `maxLength`. */
export const wantsPassages = ({ content }: StoredPage, request: ViewRequest, maxLength: number): boolean =>
  request.query !== undefined &&
  request.find === undefined &&
  request.section === undefined &&
  (request.start_index ?? 0) === 0 &&
  content.length > maxLength

/**
 * Ranks a page for a question. Passages leave out the targets of links, unless the request wants links; plain text has
 * none.
 */
export const rankFor = (page: StoredPage, query: string, request: ViewRequest): Effect.Effect<Selection.Ranked> =>
  Passages.rank(textOf(page), query, request.links === true || request.extract === "text")

/** Fails with `invalid_request` if parameters exclude each other. */
export const requireFit = ({ extract, ...request }: ViewRequest): Effect.Effect<void, WebError> => {
  const unfit = (["query", "section", "find"] as const).find((name) => request[name] !== undefined)
  return extract === "html" && unfit !== undefined
    ? Effect.fail(Arguments.invalid(unfit, `${unfit} needs extract to be markdown or text.`))
    : Effect.void
}

/** The limits of a request, or the defaults of the settings. */
export const limitsOf = ({ max_bytes, max_length }: ViewRequest): Effect.Effect<Limits> =>
  Settings.useSync((settings) => ({
    maxLength: max_length ?? settings.max_length,
    maxBytes: max_bytes ?? settings.max_fetch_bytes,
  }))

/**
 * Shows a page within limits. `ranked` is the page ranked for the request's `query`, if that was done already. Fails
 * with `invalid_request` if the page has no such offset or section, and with the compressor's errors.
 */
export const viewPage = Effect.fnUntraced(function* (
  { cached, isChanged = false, page }: Reading,
  request: ViewRequest,
  limits: Limits,
  ranked?: Selection.Ranked,
): Effect.fn.Return<Page.Page, WebError> {
  const settings = yield* Settings
  const part = yield* Effect.mapError(partOf(page, request, limits, ranked), (error) =>
    isChanged ? make(Arguments.withNotes(error.wire, [changed]), causeOf(error)) : error,
  )
  return Page.show(page, {
    mode: request.extract ?? "markdown",
    cached,
    lowContentMin: settings.low_content_min,
    part: isChanged ? { ...part, notes: [...part.notes, changed, newText] } : part,
  })
})

// --- private --------------------------------------------------------------------------

const changed = "The page has changed since the last call."
const newText = "This part comes from the new text."

const partOf = Effect.fnUntraced(function* (
  page: StoredPage,
  request: ViewRequest,
  limits: Limits,
  ranked: Selection.Ranked | undefined,
): Effect.fn.Return<Page.Part, WebError> {
  const { find, section, start_index: start = 0 } = request
  if (find !== undefined) {
    const part = yield* TextWork.hold(lengthOf(page))(placesOf(page, find, start, limits))
    return ignoring(["query", "section"], request, "find", part)
  }
  if (section !== undefined) {
    const part = yield* TextWork.hold(lengthOf(page))(sectionOf(page, section, start, limits))
    return ignoring(["query"], request, "section", part)
  }
  if (start > 0) return ignoring(["query"], request, "start_index", yield* pageFrom(page, start, limits))
  const compressed = yield* compress(page, request, limits)
  if (compressed !== undefined) return compressed
  if (!wantsPassages(page, request, limits.maxLength)) return yield* beginningOf(page, request, limits, ranked)
  const passages = yield* TextWork.hold(lengthOf(page))(passagesOf(page, request.query ?? "", request, ranked, limits))
  if (passages !== undefined) return passages
  const beginning = yield* pageFrom(page, 0, limits)
  return { ...beginning, notes: ["Nothing on the page matches the query; this is its beginning.", ...beginning.notes] }
})

/** The beginning of a page, or all of it, and what else there is. */
const beginningOf = Effect.fnUntraced(function* (
  page: StoredPage,
  request: ViewRequest,
  limits: Limits,
  initial: Selection.Ranked | undefined,
): Effect.fn.Return<Page.Part, WebError> {
  const { query } = request
  const beginning = yield* pageFrom(page, 0, limits)
  if (query === undefined) return { ...beginning, notes: [...(yield* OutsideText.note(page)), ...beginning.notes] }
  if (page.outside === undefined || beginning.isCut) return beginning
  const answer = Effect.flatMap(
    initial === undefined ? rankFor(page, query, request) : Effect.succeed(initial),
    (ranked) => OutsideText.answer(page, query, ranked, OutsideText.roomBeside(page, limits)),
  )
  return (yield* TextWork.hold(lengthOf(page))(answer)) ?? beginning
})

/** A part that was chosen by its place, and the note that other parameters had no say. */
const ignoring = (
  names: ReadonlyArray<"query" | "section">,
  request: ViewRequest,
  place: "find" | "section" | "start_index",
  part: Page.Part,
): Page.Part => {
  const ignored = names.filter((name) => request[name] !== undefined)
  const notes = ignored.map((name) => `${name} was ignored, because ${place} says what to read.`)
  return { ...part, notes: [...part.notes, ...notes] }
}

/** The places with a text, from an offset on. */
const placesOf = Effect.fnUntraced(function* (
  page: StoredPage,
  wanted: string,
  from: number,
  limits: Limits,
): Effect.fn.Return<Page.Part> {
  const whole = textOf(page)
  const blocks = yield* Blocks.parse(whole.text, whole.mainLength)
  const options = { from, maxLength: charactersWithin(limits) }
  const { content, next, passages, total } = yield* Find.find(whole, blocks, wanted, options)
  return { content, isCut: true, passages, found: total, ...(next === undefined ? {} : { next }), notes: [] }
})

/** The text from an offset on. */
const pageFrom = (page: StoredPage, start: number, limits: Limits): Effect.Effect<Page.Part, WebError> =>
  start > 0 && start >= page.content.length
    ? Effect.fail(beyondEndError(page.content.length))
    : slice(page, { start, end: page.content.length }, limits)

const beyondEndError = (length: number): WebError =>
  Arguments.invalid("start_index", `The page has ${length} characters, so start_index must be below that.`)

/** The text under a heading; `from` is an offset within it. */
const sectionOf = Effect.fnUntraced(function* (
  page: StoredPage,
  wanted: string,
  from: number,
  limits: Limits,
): Effect.fn.Return<Page.Part, WebError> {
  const { mainLength, text } = textOf(page)
  const { headings } = yield* Blocks.parse(text, mainLength)
  const range = yield* Outline.section(headings, mainLength, wanted)
  if (range === undefined) return yield* Effect.fail(noSectionError(Outline.countOf(headings, mainLength)))
  const isWithin = from >= range.start && from < range.end
  const start = isWithin ? from : range.start
  const sliced = yield* slice(page, { start, end: range.end }, limits)
  const part = range.isNearest ? { ...sliced, notes: [nearestSection(range.number), ...sliced.notes] } : sliced
  if (!part.isCut) return part
  const isComplete = page.content.slice(start + part.content.length, range.end).trim() === ""
  return {
    ...part,
    section: { length: range.end - range.start, isComplete },
    notes: from === 0 || isWithin ? part.notes : [...part.notes, outsideSection],
  }
})

/** It names the section by its number, because a heading is a word of the page. */
const nearestSection = (number: number): string =>
  `No heading has the words of section; this is section ${number}, whose heading is the nearest.`
const outsideSection = "start_index was ignored, because it lies outside the section."

const noSectionError = (count: number): WebError =>
  Arguments.invalid(
    "section",
    // An error holds no word of a page, so the headings come with the page only.
    count === 0
      ? "The page has no sections; use start_index."
      : `The page has no such section. It has ${count}, numbered from 1. ` +
          "Give one number or heading, or call without section to see them.",
  )

/** A part of the text; only the beginning of a page comes with its outline. */
const slice = ({ content }: StoredPage, range: Outline.Range, limits: Limits): Effect.Effect<Page.Part, WebError> => {
  const maxPartLength = lengthWithin(content, range.start, limits)
  return range.start === 0 && range.end === content.length && content.length <= maxPartLength
    ? Effect.succeed({ content, isCut: false, notes: [] })
    : TextWork.hold(content.length)(cut(content, range, maxPartLength))
}

const cut = Effect.fnUntraced(function* (
  content: string,
  range: Outline.Range,
  maxPartLength: number,
): Effect.fn.Return<Page.Part> {
  const parsed = yield* Blocks.parse(content, content.length)
  const { end, start } = yield* Paging.pageAt(content, parsed, range, Math.max(2, maxPartLength))
  const isBeginning = start === 0 && range.end === content.length
  const outlineLength = (yield* Outline.IsWhole) ? Number.POSITIVE_INFINITY : maxPartLength
  return {
    content: content.slice(start, end),
    isCut: true,
    ...(end < content.length ? { next: end } : {}),
    ...(isBeginning
      ? PageOutline.beside(PageOutline.of(parsed, content.length), [{ start, end }], outlineLength)
      : { notes: [] }),
  }
})

const passagesOf = Effect.fnUntraced(function* (
  page: StoredPage,
  query: string,
  request: ViewRequest,
  initial: Selection.Ranked | undefined,
  limits: Limits,
): Effect.fn.Return<Page.Part | undefined> {
  const { notes, ranked } = yield* rerankPassages(initial ?? (yield* rankFor(page, query, request)), query)
  const { content, passages } = yield* Selection.select(ranked, charactersWithin(limits))
  if (passages.length === 0) return undefined
  const { all, entries } = PageOutline.of(ranked.blocks, ranked.mainLength, passages, ranked.offsetOf)
  const moved = entries.map((entry) => Object.assign({}, entry, { start: ranked.offsetOf(entry.start) }))
  const { notes: more, outline } = PageOutline.beside({ all, entries: moved }, passages, limits.maxLength)
  return { content, isCut: true, passages, ...(outline && { outline }), notes: [...notes, ...more] }
})

const compress = (
  { content }: StoredPage,
  { query }: ViewRequest,
  limits: Limits,
): Effect.Effect<Page.Part | undefined, WebError> =>
  Settings.use(({ compress_instruction: instruction, compress_min_length }) => {
    if (content.length < compress_min_length) return Effect.undefined
    return Effect.map(
      Compressor.use(({ compress }) =>
        Effect.andThen(
          Progress.begin("Shortening the page."),
          compress(content, { instruction, query, maxLength: charactersWithin(limits) }),
        ),
      ),
      (shorter) => (shorter === undefined ? undefined : compressedPart(shorter.toWellFormed(), limits)),
    )
  })

const compressedPart = (text: string, { maxBytes, maxLength }: Limits): Page.Part => {
  const byLength = Cut.toLength(text, maxLength)
  const cut = maxBytes === undefined ? byLength : Cut.toBytes(byLength.text, maxBytes)
  return { content: cut.text, isCut: byLength.cut || cut.cut, total: text.length, isCompressed: true, notes: [] }
}
