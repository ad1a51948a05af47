/**
 * Reads a provider's JSON without trusting it: a missing value, or one of another type, is `undefined`. A path is keys
 * separated by dots, such as `web.results`; a number is an index of a list.
 */
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** Maximum depth of nested lists and objects. */
export const maxDepth = 200

/** The value of a JSON text; none if it isn't JSON, or deeper than {@link maxDepth}, which costs a parser seconds. */
export const parse = (text: string): Option.Option<unknown> => (isTooDeep(text) ? Option.none() : decode(text))

/** The value at a path; the empty path is the value itself. Only an object's own keys count. */
export const at = (value: unknown, path: string): unknown => {
  let found = value
  for (const key of path === "" ? [] : path.split(".")) {
    if ((!Predicate.isObject(found) && !Array.isArray(found)) || !Object.hasOwn(found, key)) return undefined
    found = Reflect.get(found, key)
  }
  return found
}

/** A text that isn't blank. */
export const text = (value: unknown, path: string): string | undefined => {
  const found = at(value, path)
  return typeof found === "string" && found.trim() !== "" ? found : undefined
}

/** A finite number, also one written as a text. */
export const number = (value: unknown, path: string): number | undefined => {
  const found = at(value, path)
  const read = typeof found === "string" && found.trim() !== "" ? Number(found) : found
  return typeof read === "number" && Number.isFinite(read) ? read : undefined
}

/** A list. */
export const list = (value: unknown, path: string): ReadonlyArray<unknown> | undefined => {
  const found = at(value, path)
  return Array.isArray(found) ? found : undefined
}

/**
 * A list that may be null: null is an empty list, as some providers write an empty result. `undefined` if it is missing
 * or not a list, and for a null beside an `error` or `errors`, which is no answer.
 */
export const nullableList = (value: unknown, path: string): ReadonlyArray<unknown> | undefined => {
  const found = at(value, path)
  if (found !== null) return Array.isArray(found) ? found : undefined
  return ["error", "errors"].every((key) => (at(value, key) ?? null) === null) ? [] : undefined
}

/**
 * A list that may be missing or null if nothing was found, and is then empty; `undefined` if the value isn't an object,
 * or its entry isn't a list.
 */
export const optionalList = (value: unknown, path: string): ReadonlyArray<unknown> | undefined => {
  if (!Predicate.isObject(value)) return undefined
  const found = at(value, path)
  return found === undefined || found === null ? [] : Array.isArray(found) ? found : undefined
}

// --- private --------------------------------------------------------------------------

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** Brackets in texts don't count. An unterminated text hides the rest, but then it isn't JSON either. */
const isTooDeep = (json: string): boolean => {
  let depth = 0
  let isInText = false
  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at)
    if (isInText) {
      if (character === "\\") at++
      else if (character === '"') isInText = false
    } else if (character === '"') isInText = true
    else if (character === "[" || character === "{") {
      if (++depth > maxDepth) return true
    } else if (character === "]" || character === "}") depth--
  }
  return false
}
