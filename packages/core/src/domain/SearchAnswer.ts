/**
 * A search backend's answer, and how the kernel validates it: a backend may be plain JavaScript.
 *
 * An answer is validated once. A chain validates its providers' answers, so that it calls the next provider after a bad
 * one; the use-case accepts validated rows as they are.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as HttpUrl from "./HttpUrl.ts"
import { Attempt, make, type WebError } from "./WebError.ts"

/**
 * A backend's answer and its provider. `rows` are `SearchRow`s. `ignored` names the query's fields that it couldn't
 * express; the kernel then filters by domain and date itself, as far as the rows' dates are known.
 */
export interface SearchAnswer {
  readonly provider: string
  readonly rows: ReadonlyArray<unknown>
  readonly ignored?: ReadonlyArray<string>
  /** The number of the provider's rows that the backend dropped, because they can't be hits. */
  readonly unusable?: number
  readonly attempts?: ReadonlyArray<Attempt>
}

/** A validated row: its URL is absolute, http or https. Its texts aren't clean, and its metadata may be anything. */
export const ReadRow = Schema.Struct({
  title: Schema.String,
  url: HttpUrl.HttpUrl,
  snippet: Schema.String,
  metadata: Schema.optionalKey(Schema.Unknown),
})
export type ReadRow = typeof ReadRow.Type

/** A validated answer, as it is stored. */
export const ReadAnswer = Schema.Struct({
  provider: Schema.String,
  rows: Schema.Array(ReadRow),
  ignored: Schema.optionalKey(Schema.Array(Schema.String)),
  unusable: Schema.optionalKey(Schema.Finite),
  attempts: Schema.optionalKey(Schema.Array(Attempt)),
})
export type ReadAnswer = typeof ReadAnswer.Type

/** The failure of an answer that isn't a list of hits, or has a bad row. */
export const bad = make({
  error: "invalid_backend_response",
  message: "The search backend returned no valid list of hits. Try once more.",
})

/** Maximum number of rows that are read: twice the maximum of a call. Later ones are dropped unread. */
export const maxRows = 200

/**
 * Validates an answer and its first {@link maxRows} rows; fails with {@link bad}. A bare array is the answer of
 * `provider`.
 */
export const read = (answer: unknown, provider = "custom"): Effect.Effect<ReadAnswer, WebError> => {
  const given = Array.isArray(answer) ? { provider, rows: answer } : answer
  if (!Predicate.isObject(given)) return Effect.fail(bad)
  const { provider: named, rows: unread, ignored, attempts, unusable } = given
  const rows = Array.isArray(unread) ? readRows(unread) : undefined
  if (typeof named !== "string" || rows === undefined) return Effect.fail(bad)
  return Effect.succeed({
    provider: named,
    rows,
    ...(Array.isArray(ignored) ? { ignored: Array.from(new Set(ignored.filter(Predicate.isString))) } : {}),
    ...(typeof unusable === "number" && unusable > 0 ? { unusable } : {}),
    ...(Array.isArray(attempts)
      ? { attempts: attempts.flatMap((attempt) => Option.toArray(decodeAttempt(attempt))) }
      : {}),
  })
}

/** Marks a list of validated rows: {@link read} accepts it as it is. */
export const ofReadRows = (rows: ReadonlyArray<ReadRow>): ReadonlyArray<ReadRow> => {
  const list = Object.freeze(rows.slice(0, maxRows))
  lists.add(list)
  return list
}

// --- private --------------------------------------------------------------------------

const decodeAttempt = Schema.decodeUnknownOption(Attempt)

const decodeRow = Schema.decodeUnknownOption(ReadRow)

/** The lists that hold only validated rows. */
const lists = new WeakSet<ReadonlyArray<unknown>>()

const isRead = (rows: ReadonlyArray<unknown>): rows is ReadonlyArray<ReadRow> => lists.has(rows)

const readRows = (rows: ReadonlyArray<unknown>): ReadonlyArray<ReadRow> | undefined => {
  if (isRead(rows)) return rows
  const read: Array<ReadRow> = []
  for (const row of rows.slice(0, maxRows)) {
    const decoded = decodeRow(row)
    if (Option.isNone(decoded)) return undefined
    read.push({ ...decoded.value, url: HttpUrl.normalise(decoded.value.url) ?? decoded.value.url })
  }
  return ofReadRows(read)
}
