/**
 * The lines of a batch: URLs, or JSON objects with `url`, an `id`, a `format` and parameters of `web_fetch`. Empty
 * lines and those that begin with `#` are left out. A line that can't be used is an item, whose result is its error.
 */
import { FetchRequest, type Frontier } from "@porthole/core"
import { Batch, Lines } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Struct from "effect/Struct"
import * as Json from "../../Json.ts"
import { type Format, formats } from "./PageFile.ts"

/** What holds for a line that doesn't say otherwise. */
export type Defaults = Readonly<Record<string, Schema.Json>>

/** The items of the lines, in chunks. */
export const read = <E, R>(
  bytes: Stream.Stream<Uint8Array, E, R>,
  defaults: Defaults,
): Stream.Stream<ReadonlyArray<Frontier.Item>, E, R> =>
  Lines.split(bytes, maxLine).pipe(
    Stream.zipWithIndex,
    Stream.mapEffect(([line, at]) => readLine(line, at + 1, defaults)),
    Stream.filter((item) => item !== undefined),
    Stream.grouped(chunk),
  )

/** The item of a URL and its data. One whose line can't be used is never requested. */
export const itemOf = (url: string, data: Defaults): Effect.Effect<Frontier.Item> =>
  "invalid_line" in data ? Effect.succeed({ key: `invalid ${url}`, url, host: "", data }) : Batch.itemOf(url, data)

/** The reason why an item's line can't be used, if it can't. */
export const faultOf = ({ data }: Frontier.Item): string | undefined =>
  Option.getOrUndefined(Option.map(decodeFault(data), ({ invalid_line }) => invalid_line))

/** The names of lines' fields that nothing reads, such as a misspelt one; they come back with the results. */
export const unknownIn = (items: ReadonlyArray<Frontier.Item>): ReadonlyArray<string> =>
  Array.from(
    new Set(
      items.flatMap(({ data }) => (data === undefined ? [] : Object.keys(Batch.fieldsOf(data)))).filter(isUnknown),
    ),
    (name) => name.slice(0, maxName),
  )

/** The format of an item's page: Markdown, unless its line or the flags name another one. */
export const formatOf = ({ data }: Frontier.Item): Format =>
  Option.match(decodeFormat(data), { onNone: () => "markdown", onSome: ({ format }) => format })

/** The item with only parameters of `web_fetch`, and the caller's `id`. */
export const withoutFormat = (item: Frontier.Item): Frontier.Item =>
  Option.match(decodeFormat(item.data), {
    onNone: () => item,
    onSome: (data) => ({ ...item, data: Struct.omit(data, ["format"]) }),
  })

// --- private --------------------------------------------------------------------------

const expected = `a JSON object with url as text, id as text or number, and format as one of ${formats.join(", ")}`

const known = new Set(["id", "format", "invalid_line", ...Object.keys(FetchRequest.FetchRequest.fields)])
const maxName = 40
const isUnknown = (name: string): boolean => !known.has(name)

/** Maximum bytes of a line. A URL and its parameters have fewer; the lines of a chunk are in both threads' memory. */
const maxLine = 16_384
/** The number of lines that are added at once. */
const chunk = 500

const readLine = Effect.fnUntraced(function* (
  line: Option.Option<string>,
  number: number,
  defaults: Defaults,
): Effect.fn.Return<Frontier.Item | undefined> {
  if (Option.isNone(line)) return yield* fault(`line ${number}`, "The line has more than 16 KiB, or isn't UTF-8.")
  // Half of the bytes of a list in UTF-16.
  if (line.value.includes("\0")) return yield* fault(`line ${number}`, "The line isn't UTF-8.")
  const text = line.value.replace(/^\ufeff/, "").trim()
  if (text === "" || text.startsWith("#")) return undefined
  if (!text.startsWith("{")) return yield* itemOf(text, defaults)
  const parsed = Option.flatMap(Json.parse(text), decodeLine)
  if (Option.isNone(parsed)) return yield* fault(text, `Line ${number} can't be used: expected ${expected}.`)
  const { url, ...data } = parsed.value
  return yield* itemOf(url, { ...defaults, ...data })
})

/** The item of a line that can't be used; its text is cut. */
const fault = (text: string, message: string): Effect.Effect<Frontier.Item> =>
  itemOf(text.slice(0, 1_000), { invalid_line: message })

const Line = Schema.StructWithRest(
  Schema.Struct({
    url: Schema.String,
    id: Schema.optionalKey(Schema.Union([Schema.String, Schema.Finite])),
    format: Schema.optionalKey(Schema.Literals(formats)),
  }),
  [Schema.Record(Schema.String, Schema.Json)],
)
const decodeLine = Schema.decodeUnknownOption(Line)
const decodeFormat = Schema.decodeUnknownOption(
  Schema.StructWithRest(Schema.Struct({ format: Schema.Literals(formats) }), [
    Schema.Record(Schema.String, Schema.Json),
  ]),
)
const decodeFault = Schema.decodeUnknownOption(Schema.Struct({ invalid_line: Schema.String }))
