/**
 * Reading JSON that a provider sent, without believing any of it: what isn't there, or is of another
 * kind, is `undefined`. A path is keys by dots, such as `web.results`; a number is a place in a list.
 */
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** How deep lists and objects may lie within each other in an answer that is read. */
export const maxDepth = 200

/**
 * The value of a text of JSON; none where it is no JSON, or deeper than {@link maxDepth}, which costs a parser
 * seconds.
 */
export const parse = (text: string): Option.Option<unknown> => (isTooDeep(text) ? Option.none() : decode(text))

/** What stands at a path; the empty path is the value itself. Only what an object owns is found. */
export const at = (value: unknown, path: string): unknown => {
  let found = value
  for (const key of path === "" ? [] : path.split(".")) {
    if ((!Predicate.isObject(found) && !Array.isArray(found)) || !Object.hasOwn(found, key)) return undefined
    found = Reflect.get(found, key)
  }
  return found
}

/** A text with something in it. */
export const text = (value: unknown, path: string): string | undefined => {
  const found = at(value, path)
  return typeof found === "string" && found.trim() !== "" ? found : undefined
}

/** A finite number, also one that is written as a text. */
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
 * A list, empty where it is null, as some write that nothing was found; `undefined` for what is missing or no list, and
 * for a null beside an `error` or `errors`, which is no answer.
 */
export const listOrNull = (value: unknown, path: string): ReadonlyArray<unknown> | undefined => {
  const found = at(value, path)
  if (found !== null) return Array.isArray(found) ? found : undefined
  return ["error", "errors"].every((key) => (at(value, key) ?? null) === null) ? [] : undefined
}

/**
 * A list that may be missing where nothing was found; `undefined` only for what is no object at all, or no list
 * there.
 */
export const listOrNone = (value: unknown, path: string): ReadonlyArray<unknown> | undefined => {
  if (!Predicate.isObject(value)) return undefined
  const found = at(value, path)
  return found === undefined || found === null ? [] : Array.isArray(found) ? found : undefined
}

// --- private --------------------------------------------------------------------------

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

/** What stands in texts doesn't count. A text that has no end hides the rest, and is no JSON either. */
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
