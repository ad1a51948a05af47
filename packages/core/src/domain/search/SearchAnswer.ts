/**
 * A backend's answer to a search: the rows as a backend gives them, and their check.
 *
 * A backend maps its provider's answer to rows; the kernel trusts none of them. A row without an absolute http(s)
 * `url`, or with something other than text as a text, is a bad row and fails the call.
 *
 * A backend may be plain JavaScript, so its answer is validated, once. A chain validates its providers' answers, so
 * that it calls the next provider after a bad one; the use-case accepts {@link CheckedRows} as they are.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"
import * as Recorded from "../call/Recorded.ts"
import * as HttpUrl from "../url/HttpUrl.ts"
import * as TimeSlice from "../time/TimeSlice.ts"
import * as InstantAnswer from "./InstantAnswer.ts"
import { Attempt, isParameterName, make, type WebError } from "../WebError.ts"

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
  /** What the provider says beside its rows: `AnswerRow`s, and other spellings of the query. */
  readonly answers?: ReadonlyArray<unknown>
  readonly corrections?: ReadonlyArray<unknown>
  readonly attempts?: ReadonlyArray<Attempt>
  /** `true` if the rows are ranked from a recording that doesn't hold this search. */
  readonly isRanked?: true
}

/** A validated row: its URL is absolute, http or https. Its texts aren't clean, and its metadata may be anything. */
export const CheckedRow = Schema.Struct({
  title: Schema.String,
  url: HttpUrl.HttpUrl,
  snippet: Schema.String,
  metadata: Schema.optionalKey(Schema.Unknown),
})
export type CheckedRow = typeof CheckedRow.Type

/** Private to this module, so that untyped code can't make rows, either. */
const making = Symbol("making")

/** Validated rows. Only this module makes them, so holding them proves the check. */
export class CheckedRows extends Array<CheckedRow> {
  readonly #isChecked = true

  constructor(by: typeof making, rows: ReadonlyArray<CheckedRow>) {
    if (by !== making) throw new TypeError("Checked rows are made by SearchAnswer.read only.")
    super()
    for (const row of rows) this.push(row)
    Object.freeze(this)
  }

  /** A list that is derived from checked rows is an ordinary one. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array
  }

  static is(rows: unknown): rows is CheckedRows {
    return typeof rows === "object" && rows !== null && #isChecked in rows && rows.#isChecked
  }
}

/** A validated answer, and the codec with which it is stored. */
export const CheckedAnswer = Schema.Struct({
  provider: Schema.String,
  rows: Schema.Array(CheckedRow).pipe(
    Schema.decodeTo(
      Schema.declare(CheckedRows.is),
      SchemaTransformation.transform({
        decode: (rows: ReadonlyArray<CheckedRow>) => ofChecked(rows),
        encode: (rows: CheckedRows): ReadonlyArray<CheckedRow> => rows,
      }),
    ),
  ),
  ignored: Schema.optionalKey(Schema.Array(Schema.String)),
  unusable: Schema.optionalKey(Schema.Finite),
  answers: Schema.optionalKey(Schema.Array(InstantAnswer.InstantAnswer)),
  corrections: Schema.optionalKey(Schema.Array(Schema.String)),
  attempts: Schema.optionalKey(Schema.Array(Attempt)),
  isRanked: Schema.optionalKey(Schema.Literal(true)),
  recorded: Schema.optionalKey(Recorded.Recorded),
})
export type CheckedAnswer = typeof CheckedAnswer.Type

/** The failure of an answer that isn't a list of hits, or has a bad row. */
export const badAnswerError = make({
  error: "invalid_backend_response",
  message: "The search backend returned no valid list of hits. Try once more.",
})

/** Maximum number of rows that are read: twice the maximum of a call. Later ones are dropped unread. */
export const maxRows = 200

/**
 * Validates an answer and its first {@link maxRows} rows; fails with {@link badAnswerError}, or with an error that
 * names the first bad row. A bare array is the answer of `provider`.
 */
export const read = Effect.fnUntraced(function* (
  answer: unknown,
  provider = "custom",
): Effect.fn.Return<CheckedAnswer, WebError> {
  const parts = Array.isArray(answer) ? { provider, rows: answer } : answer
  if (!Predicate.isObject(parts)) return yield* Effect.fail(badAnswerError)
  const { provider: named, rows: unread, ignored, attempts, unusable } = parts
  const answers = InstantAnswer.fromRows(parts["answers"])
  const corrections = InstantAnswer.corrections(parts["corrections"])
  if (typeof named !== "string" || !Array.isArray(unread)) return yield* Effect.fail(badAnswerError)
  const rows = yield* readRows(unread)
  return {
    provider: named,
    rows,
    ...(Array.isArray(ignored) ? { ignored: parametersOf(ignored) } : {}),
    ...(typeof unusable === "number" && unusable > 0 ? { unusable } : {}),
    ...(parts["isRanked"] === true ? { isRanked: true as const } : {}),
    ...(answers.length === 0 ? {} : { answers }),
    ...(corrections.length === 0 ? {} : { corrections }),
    ...(Array.isArray(attempts)
      ? { attempts: attempts.flatMap((attempt) => Option.toArray(decodeAttempt(attempt))) }
      : {}),
  }
})

/** Rows that were made of validated ones. */
export const ofChecked = (rows: ReadonlyArray<CheckedRow>): CheckedRows =>
  new CheckedRows(making, rows.slice(0, maxRows))

// --- private --------------------------------------------------------------------------

/** The names of parameters, each once; a backend's other words are dropped. */
const parametersOf = (names: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  Array.from(new Set(names.filter(Predicate.isString).filter(isParameterName)))

const decodeAttempt = Schema.decodeUnknownOption(Attempt)

const decodeRow = Schema.decodeUnknownOption(CheckedRow)

/** The fields that every row has, with their checks. */
const checks = [
  ["title", Schema.is(CheckedRow.fields.title)],
  ["url", Schema.is(CheckedRow.fields.url)],
  ["snippet", Schema.is(CheckedRow.fields.snippet)],
] as const

/** The failure of an answer with a bad row: its number, from 1, and its fields that aren't valid. */
const badRowError = (number: number, row: unknown): WebError => {
  const fields = Predicate.isObject(row) ? checks.flatMap(([name, isValid]) => (isValid(row[name]) ? [] : [name])) : []
  const lack = fields.length === 0 ? "isn't an object" : `has no valid ${fields.join(", ")}`
  return make({
    error: "invalid_backend_response",
    message: `Row ${number} of the search backend's answer ${lack}. Use another query or another page.`,
  })
}

const readRows = Effect.fnUntraced(function* (rows: ReadonlyArray<unknown>): Effect.fn.Return<CheckedRows, WebError> {
  if (CheckedRows.is(rows)) return rows
  const read: Array<CheckedRow> = []
  const slice = TimeSlice.begin()
  for (const [at, row] of rows.slice(0, maxRows).entries()) {
    const decoded = decodeRow(row)
    if (Option.isNone(decoded)) return yield* Effect.fail(badRowError(at + 1, row))
    const { url } = decoded.value
    read.push({ ...decoded.value, url: HttpUrl.normalise(url) ?? url })
    if (slice.spend(4 * url.length)) yield* TimeSlice.next
  }
  return ofChecked(read)
})
