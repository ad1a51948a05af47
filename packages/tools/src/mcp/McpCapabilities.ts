/**
 * Corrects what the server announces. The library announces completions, which no tool of ours has, and changes of the
 * list of tools, which never happen while a server runs. A client would wait for both.
 */
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"

/** A message without the capabilities that the server doesn't have. Only announcements are changed. */
export const corrected = (message: string): string => {
  if (message.length > maxLength || !message.includes('"capabilities"')) return message
  return Option.match(parse(message), {
    onNone: () => message,
    onSome: (value) => `${JSON.stringify(correctedValue(value))}${message.endsWith("\n") ? "\n" : ""}`,
  })
}

// --- private --------------------------------------------------------------------------

/** An announcement has less than 1,000 characters. */
const maxLength = 8_192

const parse = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Unknown))

const correctedValue = (value: unknown): unknown => {
  if (!Predicate.isObject(value)) return value
  const { result } = value
  if (!Predicate.isObject(result) || !Predicate.isObject(result["capabilities"])) return value
  const { completions: _, tools, ...capabilities } = result["capabilities"]
  const announced = tools === undefined ? capabilities : { ...capabilities, tools: {} }
  return { ...value, result: { ...result, capabilities: announced } }
}
