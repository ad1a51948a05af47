/** The use-case behind `checkQuote`: reads a page like `web_fetch`, and tells whether and where it contains a quote. */
import * as Effect from "effect/Effect"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Recorded from "../domain/call/Recorded.ts"
import * as Trace from "../domain/call/Trace.ts"
import { obstacleSentence, reducedSentence } from "../domain/page/Extracted.ts"
import { isLow } from "../domain/page/Page.ts"
import { type QuoteCheck, QuoteRequest, type QuoteRequestInput } from "../domain/page/QuoteCheck.ts"
import type { StoredPage } from "../domain/page/StoredPage.ts"
import { Settings } from "../domain/settings/Settings.ts"
import type { SettingsShape } from "../domain/settings/SettingsShape.ts"
import * as Cut from "../domain/text/Cut.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type * as WebError from "../domain/WebError.ts"
import * as Blocks from "../passages/Blocks.ts"
import * as NearWords from "../passages/NearWords.ts"
import * as Quote from "../passages/Quote.ts"
import * as TextWork from "../passages/TextWork.ts"
import * as TextFragment from "../passages/TextFragment.ts"
import * as RefusalReport from "../policy/RefusalReport.ts"
import type { WebBackend } from "../ports/WebBackend.ts"
import { lengthOf, textOf } from "./viewPage.ts"
import { readWhole } from "./webFetch.ts"

/** Checks a quote against the page of a URL. A quote that isn't there is a success, too. */
export const checkQuote = (
  request: Arguments.Arguments<QuoteRequestInput>,
): Effect.Effect<QuoteCheck, WebError.WebError, WebBackend> =>
  Trace.call("checkQuote")(RefusalReport.observe(Arguments.answer(decodeRequest(request), readAndJudge)))

/** Checks a quote against a page that was read. */
export const judgeQuote = Effect.fnUntraced(function* (page: StoredPage, quote: string): Effect.fn.Return<QuoteCheck> {
  const { mainLength, text } = textOf(page)
  const about = {
    url: page.url,
    sha256: yield* hashOf(text),
    total_length: text.length,
    ...(page.fetched_at === undefined ? {} : { fetched_at: page.fetched_at }),
    ...Recorded.field(page),
  }
  const place = yield* placeOf(text, quote)
  if (place === undefined) {
    const near = yield* NearWords.find(text, quote)
    const nearest =
      near === undefined ? {} : { nearest: Cut.takeWhole(text.slice(near.start, near.end), maxNearLength) }
    const doubts = doubtsAbout(page, yield* Settings)
    return { verdict: "absent", ...about, ...nearest, ...(doubts === "" ? {} : { message: doubts }) }
  }
  const { end, exact, start } = place
  const found = text.slice(start, end)
  const shown = Cut.takeWhole(found, maxFoundLength)
  const { headings } = yield* Blocks.parse(text, mainLength)
  const isOutside = start >= mainLength
  const from = isOutside ? mainLength : 0
  const above = headings.findLast((heading) => heading.start <= start && heading.start >= from && heading.text !== "")
  return {
    verdict: exact ? "exact" : "spelling",
    ...about,
    start,
    end,
    text: shown,
    ...(above === undefined ? {} : { heading: above.text }),
    ...(isOutside ? { outside: true } : {}),
    link: TextFragment.link(page.url, found),
    ...(shown === found
      ? {}
      : { message: `The text is cut: ${shown.length} of ${found.length} characters are shown.` }),
  }
})

// --- private --------------------------------------------------------------------------

/** Says why a quote may be missing from the text that was read although the page has it. */
const doubtsAbout = (page: StoredPage, { low_content_min }: Pick<SettingsShape, "low_content_min">): string => {
  const { obstacle, reduced = [] } = page
  const isPoor = obstacle === undefined && isLow(page, low_content_min)
  return [
    ...(obstacle === undefined ? [] : [obstacleSentence(obstacle)]),
    ...(isPoor ? ["The page has little readable text."] : []),
    ...reduced.map(reducedSentence),
  ].join(" ")
}

/** The place of a quote as given, else without the marks that a model puts around it. */
const placeOf = Effect.fnUntraced(function* (text: string, quote: string) {
  const place = yield* Quote.find(text, quote, { wholeWords: true })
  const bare = withoutMarks(quote.trim())
  return place !== undefined || bare === "" || bare === quote.trim()
    ? place
    : yield* Quote.find(text, bare, { wholeWords: true })
})

/** A quote without quotation marks around it, and without an ellipsis at an end, which says that more follows. */
const withoutMarks = (quote: string): string => {
  const isMarked = quote.length > 2 && marks.has(quote.charAt(0)) && marks.has(quote.charAt(quote.length - 1))
  const inner = isMarked ? quote.slice(1, -1).trim() : quote
  const start = ellipses.find((ellipsis) => inner.startsWith(ellipsis))?.length ?? 0
  const end = ellipses.find((ellipsis) => inner.endsWith(ellipsis))?.length ?? 0
  return inner.slice(start, Math.max(start, inner.length - end)).trim()
}

const marks: ReadonlySet<string> = new Set("\"'“”„‟«»‘’‚‹›「」『』")
const ellipses: ReadonlyArray<string> = ["…", "..."]

const decodeRequest = Arguments.decoder(QuoteRequest)

const readAndJudge = Effect.fnUntraced(function* ({ quote, url, ...request }: QuoteRequest) {
  const { page } = yield* readWhole(url, request)
  return yield* TextWork.hold(lengthOf(page))(judgeQuote(page, quote))
})

/** Maximum characters of the text that is shown: white space, targets of links and invisible characters may be long. */
const maxFoundLength = 20_000

/** Maximum characters of the nearest words: as many as a quote has. */
const maxNearLength = 2_000

/** The engine hashes in a thread of its own. */
const hashOf = (text: string): Effect.Effect<string> =>
  Effect.flatMap(bytesOf(text), (bytes) =>
    Effect.map(
      Effect.promise(() => crypto.subtle.digest("SHA-256", bytes)),
      (digest) => Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join(""),
    ),
  )

/** A text in UTF-8, in slices of time. */
const bytesOf = Effect.fnUntraced(function* (text: string): Effect.fn.Return<Uint8Array<ArrayBuffer>> {
  const parts: Array<Uint8Array> = []
  for (let start = 0; start < text.length;) {
    if (start > 0) yield* TimeSlice.next
    const part = Cut.takeWhole(text.slice(start), TimeSlice.length)
    parts.push(new TextEncoder().encode(part))
    start += part.length
  }
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let end = 0
  for (const part of parts) {
    bytes.set(part, end)
    end += part.length
  }
  // The hash function copies the bytes first, which takes a turn of its own.
  if (parts.length > 1) yield* TimeSlice.next
  return bytes
})
