/**
 * What a store keeps of a value: its JSON text.
 *
 * Text is a copy that nobody can change from outside, its size is known, and it is the same in memory,
 * on disk and over a wire. JSON of half a surrogate pair is an escape (well-formed `JSON.stringify`), so
 * that any string survives UTF-8.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { PersistenceError } from "effect/persistence/Persistence"
import * as Predicate from "effect/Predicate"

/** The text of a value; fails for what has no JSON, or whose JSON isn't an object or an array. */
export const encode = (value: object): Effect.Effect<string, PersistenceError> =>
  Effect.try({
    try: (): unknown => JSON.stringify(value),
    catch: (cause) => new PersistenceError({ message: "The value has no JSON", cause }),
  }).pipe(
    Effect.filterOrFail(
      isObjectText,
      () => new PersistenceError({ message: "The value's JSON isn't that of an object" }),
    ),
  )

/** The value of a text that {@link encode} made; none for any text that holds no object. */
export const decode = (text: string): Option.Option<object> => Option.filter(parse(text), Predicate.isObjectOrArray)

/** When a value put at `now` stops to count, both in ms since the epoch; `undefined` for one that stays. */
export const expiry = (now: number, ttl: Duration.Duration | undefined): number | undefined =>
  ttl === undefined || !Duration.isFinite(ttl) ? undefined : now + Duration.toMillis(ttl)

/** Whether it stopped to count: at its expiry it has. */
export const isExpired = (now: number, expires: number | undefined): boolean => expires !== undefined && expires <= now

// --- private --------------------------------------------------------------------------

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

// A function, or a value with its own `toJSON`, has no JSON or that of something else.
const isObjectText = (text: unknown): text is string => Predicate.isString(text) && /^[[{]/.test(text)
