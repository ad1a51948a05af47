/**
 * What a provider says beside its hits: answers, such as a calculator's or the summary of an encyclopedia, and
 * corrections of the query. As with hits, the kernel trusts none of it: texts are cleaned and bounded here for every
 * backend, and what isn't valid is left out.
 */
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as UntrustedText from "../text/UntrustedText.ts"
import * as HttpUrl from "../url/HttpUrl.ts"

/** Limits of an answer: its number, and characters of its texts. */
export const maxAnswers = 5
export const maxTitleLength = 300
export const maxTextLength = 500

/** Limits of the corrections: their number, and characters of each. */
export const maxCorrections = 3
export const maxCorrectionLength = 200

/** An answer as the model sees it. */
export const InstantAnswer = Schema.Struct({
  /** Its subject: plain text, at most 300 characters. Untrusted. */
  title: Schema.optionalKey(Schema.String),
  /** Plain text, at most 500 characters. Untrusted. */
  text: Schema.String,
  /** Absolute http(s) URL of its source. */
  url: Schema.optionalKey(HttpUrl.HttpUrl),
})
export type InstantAnswer = typeof InstantAnswer.Type

/** A backend's answer. */
export interface AnswerRow {
  readonly title?: string | undefined
  readonly text: string
  readonly url?: string | undefined
}

/** Reads a backend's answers; those without a text are left out. */
export const fromRows = (rows: unknown): ReadonlyArray<InstantAnswer> =>
  entriesOf(rows)
    .flatMap((row): ReadonlyArray<InstantAnswer> => {
      if (!Predicate.isObject(row)) return []
      const text = cleaned(row["text"], maxTextLength)
      const title = cleaned(row["title"], maxTitleLength)
      const url = typeof row["url"] === "string" ? HttpUrl.normalise(row["url"]) : undefined
      if (text === "") return []
      return [{ ...(title === "" ? {} : { title }), text, ...(url === undefined ? {} : { url }) }]
    })
    .slice(0, maxAnswers)

/** Reads a backend's corrections of the query. */
export const corrections = (texts: unknown): ReadonlyArray<string> =>
  Array.from(new Set(entriesOf(texts).map((text) => cleaned(text, maxCorrectionLength))))
    .filter((text) => text !== "")
    .slice(0, maxCorrections)

// --- private --------------------------------------------------------------------------

/** Maximum number of entries that are read. */
const maxEntries = 20

const entriesOf = (list: unknown): ReadonlyArray<unknown> => (Array.isArray(list) ? list.slice(0, maxEntries) : [])

const cleaned = (text: unknown, maxLength: number): string =>
  typeof text === "string" ? UntrustedText.clean(text, maxLength).text : ""
