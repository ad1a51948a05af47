/**
 * What an instance says beside its results: answers (`searx/answerers`, and engines), infoboxes, and corrections of the
 * query. An answer is an object, or only its text in older versions. The kernel cleans and bounds the texts.
 */
import { HttpUrl, type InstantAnswer } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"

/** Reads the answers, the infoboxes and the corrections of an instance's JSON. */
export const asidesOf = (json: unknown): Provider.Asides => ({
  answers: [...entriesOf(json, "answers").flatMap(answerOf), ...entriesOf(json, "infoboxes").flatMap(infoboxOf)],
  corrections: entriesOf(json, "corrections").flatMap((entry) => listOf(textOf(entry, "") ?? textOf(entry, "title"))),
})

// --- private --------------------------------------------------------------------------

const textOf = Provider.Json.text

/** Maximum number of entries of a list that are read. */
const maxEntries = 10

const entriesOf = (json: unknown, name: string): ReadonlyArray<unknown> =>
  (Provider.Json.list(json, name) ?? []).slice(0, maxEntries)

const listOf = <A>(value: A | undefined): ReadonlyArray<A> => (value === undefined ? [] : [value])

const answerOf = (entry: unknown): ReadonlyArray<InstantAnswer.AnswerRow> =>
  listOf(textOf(entry, "") ?? textOf(entry, "answer")).map((text) => ({ text, url: textOf(entry, "url") }))

/** An infobox has a text, or only attributes. Its `id` is mostly the address of its source. */
const infoboxOf = (entry: unknown): ReadonlyArray<InstantAnswer.AnswerRow> => {
  const attributes = entriesOf(entry, "attributes").flatMap((attribute) => {
    const [label, value] = [textOf(attribute, "label"), textOf(attribute, "value")]
    return label === undefined || value === undefined ? [] : [`${label}: ${value}`]
  })
  const text = textOf(entry, "content") ?? (attributes.length === 0 ? undefined : attributes.join("; "))
  const urls = [textOf(entry, "id"), ...entriesOf(entry, "urls").map((link) => textOf(link, "url"))]
  const url = urls.find((each) => each !== undefined && HttpUrl.normalise(each) !== undefined)
  return listOf(text).map((text) => ({ title: textOf(entry, "infobox"), text, url }))
}
