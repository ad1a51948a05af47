/**
 * JSON of long values, written and read in slices of time. The engine's own functions do either in one step, which
 * blocks other work for tens of milliseconds where a value holds a page of some megabytes. They still do so for short
 * values, and here for each part of a long one, so that both ways give the same text and the same value.
 */
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as TimeSlice from "../time/TimeSlice.ts"

/** Maximum weight of a value that is written in one step, and maximum characters of a text that is read in one. */
export const maxAtOnce = 65_536

/** A value without a text, such as one that contains itself, or a text that isn't JSON. */
export class JsonTextError extends Schema.TaggedError<JsonTextError>()("JsonTextError", {
  cause: Schema.Defect(),
}) {
  override get message(): string {
    return "The value isn't JSON."
  }
}

/**
 * The text of a value, as `JSON.stringify` writes it; `undefined` if it has none. Fails where that throws.
 */
export const encode = (value: unknown): Effect.Effect<string | undefined, JsonTextError> =>
  Effect.flatMap(weigh(value), (weight) => {
    if (weight <= maxAtOnce) return stringify(value)
    const writing: Writing = { parts: [], slice: TimeSlice.begin() }
    return Effect.map(write(value, maxDepth, writing), (isWritten) => (isWritten ? writing.parts.join("") : undefined))
  })

/**
 * The value of a text, as `JSON.parse` reads it. A text that can't be split, because it is broken or a long value lies
 * deep in it, is read in one step. Splits a text of more than `atOnce` characters.
 */
export const decode = (text: string, atOnce = maxAtOnce): Effect.Effect<unknown, JsonTextError> =>
  Effect.suspend(() => (text.length <= atOnce ? parse(text) : Effect.catch(read(text, atOnce), () => parse(text))))

// --- private --------------------------------------------------------------------------

/** The weight of a value beside that of its characters. */
const weightOfValue = 16

/** The cost in units of a character, which the engine writes fast, and of one that is looked at before it is read. */
const unitsOfWriting = 1 / 4
const unitsOfReading = 1 / 2

/** The same for a character of members, each of which is looked at and becomes a value. */
const unitsOfMembers = 2

/** How deep a value is written or read part by part; what lies deeper is short in a page or an answer. */
const maxDepth = 8

const weigh = (value: unknown): Effect.Effect<number, JsonTextError> =>
  Effect.try({ try: () => weightOf(value), catch: (cause) => new JsonTextError({ cause }) })

/** The weight of a value, of which it looks at no more than {@link maxAtOnce}. */
const weightOf = (value: unknown): number => {
  let weight = 0
  const add = (part: unknown): boolean => {
    weight += weightOfValue + (typeof part === "string" ? part.length : 0)
    if (weight > maxAtOnce) return false
    if (Array.isArray(part)) return part.every(add)
    return !Predicate.isObject(part) || Object.entries(part).every(([key, each]) => add(key) && add(each))
  }
  add(value)
  return weight
}

interface Writing {
  readonly parts: Array<string>
  readonly slice: TimeSlice.TimeSlice
}

const stringify = (value: unknown): Effect.Effect<string | undefined, JsonTextError> =>
  Effect.try({
    try: (): string | undefined => JSON.stringify(value),
    catch: (cause) => new JsonTextError({ cause }),
  })

/** Writes a value; returns whether it has a text. */
const write = Effect.fnUntraced(function* (
  value: unknown,
  depth: number,
  writing: Writing,
): Effect.fn.Return<boolean, JsonTextError> {
  const weight = yield* weigh(value)
  const isLong = weight > maxAtOnce && depth > 0
  if (isLong && typeof value === "string") yield* writeText(value, writing)
  else if (isLong && Array.isArray(value)) yield* writeArray(value, depth, writing)
  else if (isLong && isPlain(value)) yield* writeObject(value, depth, writing)
  else {
    const text = yield* stringify(value)
    if (text === undefined) return false
    writing.parts.push(text)
    if (writing.slice.spend(unitsOfWriting * weight)) yield* TimeSlice.next
  }
  return true
})

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  Predicate.isObject(value) && Object.getPrototypeOf(value) === Object.prototype && !("toJSON" in value)

const writeArray = Effect.fnUntraced(function* (values: ReadonlyArray<unknown>, depth: number, writing: Writing) {
  const { parts, slice } = writing
  for (let at = 0; at < values.length;) {
    const { end, weight } = textsFrom(values, at)
    parts.push(at === 0 ? "[" : ",")
    if (end > at) parts.push(JSON.stringify(values.slice(at, end)).slice(1, -1))
    else if (!(yield* write(values[at], depth - 1, writing))) parts.push("null")
    at = Math.max(end, at + 1)
    if (slice.spend(unitsOfWriting * weight)) yield* TimeSlice.next
  }
  parts.push(values.length === 0 ? "[]" : "]")
})

/** The end of the texts of a list from an index on that are written in one step, and their weight. */
const textsFrom = (
  values: ReadonlyArray<unknown>,
  start: number,
): { readonly end: number; readonly weight: number } => {
  let [end, weight] = [start, 0]
  for (; end < values.length; end++) {
    const value = values[end]
    const more = typeof value === "string" ? weightOfValue + value.length : maxAtOnce
    if (weight + more >= maxAtOnce) break
    weight += more
  }
  return { end, weight }
}

const writeObject = Effect.fnUntraced(function* (
  value: Readonly<Record<string, unknown>>,
  depth: number,
  writing: Writing,
) {
  const { parts } = writing
  let mark = "{"
  for (const key of Object.keys(value)) {
    const before = parts.length
    parts.push(mark, JSON.stringify(key), ":")
    if (yield* write(value[key], depth - 1, writing)) mark = ","
    else parts.length = before
  }
  parts.push(mark === "{" ? "{}" : "}")
})

const writeText = Effect.fnUntraced(function* (text: string, { parts, slice }: Writing) {
  parts.push('"')
  for (let start = 0; start < text.length;) {
    const end = wholeCharacter(text, start + maxAtOnce)
    parts.push(JSON.stringify(text.slice(start, end)).slice(1, -1))
    if (slice.spend(unitsOfWriting * (end - start))) yield* TimeSlice.next
    start = end
  }
  parts.push('"')
})

/** The next offset that isn't within a surrogate pair: half a pair is escaped. */
const wholeCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at)
  return unit >= 0xdc00 && unit <= 0xdfff ? at + 1 : at
}

const parse = (text: string): Effect.Effect<unknown, JsonTextError> =>
  Effect.try({ try: (): unknown => JSON.parse(text), catch: (cause) => new JsonTextError({ cause }) })

type Returned<A> = Effect.fn.Return<A, JsonTextError>

interface Reading {
  readonly text: string
  readonly atOnce: number
  at: number
  readonly slice: TimeSlice.TimeSlice
}

/** The end of an attempt to split a text. */
const unsplit = Effect.suspend(() => Effect.fail(new JsonTextError({ cause: new SyntaxError("It can't be split.") })))

const read = Effect.fnUntraced(function* (text: string, atOnce: number): Returned<unknown> {
  const reading: Reading = { text, atOnce, at: 0, slice: TimeSlice.begin() }
  const value = yield* readValue(reading, maxDepth)
  return nextMark(reading) === "" ? value : yield* unsplit
})

/** The next character that isn't white space; empty at the end. */
const nextMark = (reading: Reading): string => {
  const { text } = reading
  while (isSpace(text.charCodeAt(reading.at))) reading.at++
  return text.charAt(reading.at)
}

const isSpace = (unit: number): boolean => unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09

/** Reads a value that is too long for one step: a text, an array or an object. */
const readValue = Effect.fnUntraced(function* (reading: Reading, depth: number): Returned<unknown> {
  const first = nextMark(reading)
  if (first === '"') return yield* readText(reading)
  if (depth > 0 && first === "[") return yield* readArray(reading, depth)
  return depth > 0 && first === "{" ? yield* readObject(reading, depth) : yield* unsplit
})

/** Takes a mark; returns whether it was the next one. */
const takes = (reading: Reading, mark: string): boolean => {
  if (nextMark(reading) !== mark) return false
  reading.at++
  return true
}

const readArray = Effect.fnUntraced(function* (reading: Reading, depth: number): Returned<unknown> {
  const values: Array<unknown> = []
  reading.at++
  if (takes(reading, "]")) return values
  do {
    const some = yield* readShort(reading, "[", "]")
    if (some === undefined) values.push(yield* readValue(reading, depth - 1))
    else for (const value of Object.values(some)) values.push(value)
  } while (takes(reading, ","))
  return takes(reading, "]") ? values : yield* unsplit
})

const readObject = Effect.fnUntraced(function* (reading: Reading, depth: number): Returned<unknown> {
  const entries: Array<readonly [string, unknown]> = []
  reading.at++
  if (takes(reading, "}")) return {}
  do {
    const some = yield* readShort(reading, "{", "}")
    if (some !== undefined) {
      for (const entry of Object.entries(some)) entries.push(entry)
      continue
    }
    if (nextMark(reading) !== '"') return yield* unsplit
    const key = yield* readText(reading)
    if (!takes(reading, ":")) return yield* unsplit
    entries.push([key, yield* readValue(reading, depth - 1)])
  } while (takes(reading, ","))
  return takes(reading, "}") ? Object.fromEntries(entries) : yield* unsplit
})

/** Reads the next members of an array or an object that are short enough for one step together; none if one isn't. */
const readShort = Effect.fnUntraced(function* (
  reading: Reading,
  opening: string,
  closing: string,
): Returned<object | undefined> {
  const { at: start, slice, text } = reading
  const end = endOfShort(reading)
  if (end === start) return undefined
  const some = yield* parse(opening + text.slice(start, end) + closing)
  // White space alone would be no member.
  if (!Predicate.isObjectOrArray(some) || Object.keys(some).length === 0) return yield* unsplit
  reading.at = end
  if (slice.spend(unitsOfMembers * (end - start))) yield* TimeSlice.next
  return some
})

/** The end of the next members that have at most so many characters together as are read at once. */
const endOfShort = ({ at: start, atOnce, text }: Reading): number => {
  const maxEnd = Math.min(text.length, start + atOnce)
  let [end, depth] = [start, 0]
  for (let at = start; at < maxEnd; at++) {
    const unit = text.charCodeAt(at)
    if (unit === quote) at = endOfPart(text, at + 1, maxEnd)
    else if (unit === openingBracket || unit === openingBrace) depth++
    else if (unit === comma && depth === 0) end = at
    else if ((unit === closingBracket || unit === closingBrace) && --depth < 0) return at
  }
  return end
}

const readText = Effect.fnUntraced(function* (reading: Reading): Returned<string> {
  const { atOnce, slice, text } = reading
  const parts: Array<string> = []
  let isOpen = true
  reading.at++
  while (isOpen) {
    const start = reading.at
    const end = endOfPart(text, start, Math.min(text.length, start + atOnce))
    if (end >= text.length) return yield* unsplit
    isOpen = text.charCodeAt(end) !== quote
    reading.at = isOpen ? end : end + 1
    parts.push(String(yield* parse(`"${text.slice(start, end)}"`)))
    if (slice.spend(weightOfValue + unitsOfReading * (end - start))) yield* TimeSlice.next
  }
  return parts.join("")
})

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const [openingBracket, closingBracket] = [0x5b, 0x5d]
const [openingBrace, closingBrace] = [0x7b, 0x7d]

/** Where a text ends, or a part of it up to about an offset that ends with no open escape. */
const endOfPart = (text: string, start: number, maxEnd: number): number => {
  let at = start
  while (at < maxEnd) {
    const unit = text.charCodeAt(at)
    if (unit === quote) break
    at += unit === backslash ? (text.charAt(at + 1) === "u" ? 6 : 2) : 1
  }
  return at
}
