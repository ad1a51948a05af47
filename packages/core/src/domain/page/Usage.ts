/**
 * What a site prefers to be done with its content, by `Content-Usage` (IETF aipref) and `Content-Signal`. It is
 * reported and not enforced: what happens to a page is up to the caller.
 */
import * as Schema from "effect/Schema"

const preference = Schema.optionalKey(Schema.Boolean)

/** Whether a use is allowed; absent if the site has no preference about it. */
export const Usage = Schema.Struct({
  /** Indexing for search (both). */
  search: preference,
  /** Training of models (aipref). */
  "train-ai": preference,
  /** Use as the input of models (aipref). */
  "ai-use": preference,
  /** Training of models (`Content-Signal`). */
  "ai-train": preference,
  /** Use as the input of models (`Content-Signal`). */
  "ai-input": preference,
})
export type Usage = typeof Usage.Type

/** The uses, by their names in the two fields. */
export const names = ["search", "train-ai", "ai-use", "ai-train", "ai-input"] as const

/** Several statements as one; the most restrictive one counts. `undefined` if they state nothing. */
export const combined = (usages: ReadonlyArray<Usage>): Usage | undefined => {
  const stated = names.flatMap((name) => {
    const values = usages.flatMap(({ [name]: value }) => (value === undefined ? [] : [value]))
    return values.length === 0 ? [] : [[name, values.every((value) => value)] as const]
  })
  return stated.length === 0 ? undefined : Object.fromEntries(stated)
}

/** A usage as the fields write it: `search=y,train-ai=n`. */
export const text = (usage: Usage): string =>
  names.flatMap((name) => (usage[name] === undefined ? [] : [`${name}=${usage[name] ? "y" : "n"}`])).join(",")
