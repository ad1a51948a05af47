/**
 * Punctuation at the end of a URL that belongs to the text around it: a full stop, a comma, the bracket of a Markdown
 * link. A site has no such page, so the error for it names the URL without, if the caller gave it.
 */
import { causeOf, make, type WebError } from "../WebError.ts"

/** A URL without the punctuation at its end; `undefined` if it has none. A bracket that closes one in the URL stays. */
export const without = (url: string): string | undefined => {
  if (url.includes("#")) return undefined
  let bare = url
  for (let mark = lastMark(bare); mark !== "" && bare.length > url.length - maxMarks; mark = lastMark(bare))
    bare = bare.slice(0, -mark.length)
  return bare === url ? undefined : bare
}

/** An error of a site that has no such page, which names the URL without its punctuation; any other error as it is. */
export const explain = (error: WebError, url: string): WebError => {
  const { wire } = error
  const isMissing = wire.error === "http_error" && (wire.status_code === 404 || wire.status_code === 410)
  const bare = isMissing && url.length <= maxLength ? without(url) : undefined
  if (bare === undefined) return error
  const sentence = `The URL ends in punctuation; ${bare} is the same without it.`
  return make(
    { ...wire, message: wire.message === undefined ? sentence : `${wire.message} ${sentence}` },
    causeOf(error),
  )
}

// --- private --------------------------------------------------------------------------

/** Maximum characters of the punctuation, and of a URL that a message repeats. */
const maxMarks = 30
const maxLength = 500

/** ASCII punctuation, and quotation marks, brackets and full stops that a URL has in percent-encoding. */
const marks =
  /(?:[.,;:!'*_)\]]|%(?:22|3e|60|7d|c2%bb|d8%(?:8c|9b)|e0%a5%a4|e2%80%(?:9[89cd]|a6|ba)|e3%80%(?:8[12bdf]|91)|ef%bc%(?:8[19c]|9[ab])))$/i

/** The last mark of a URL, unless it closes what the URL opened. */
const lastMark = (url: string): string => {
  const [mark = ""] = marks.exec(url) ?? []
  const closing = mark.toLowerCase()
  const opening = openings.get(closing)
  if (opening === undefined) return mark
  const whole = url.toLowerCase()
  return countOf(whole, closing) > countOf(whole, opening) ? mark : ""
}

/** What brackets close: a title in Chinese may be all of a path, in 《 and 》. */
const openings: ReadonlyMap<string, string> = new Map([
  [")", "("],
  ["]", "["],
  ["%e3%80%8b", "%e3%80%8a"],
  ["%e3%80%8d", "%e3%80%8c"],
  ["%e3%80%8f", "%e3%80%8e"],
  ["%e3%80%91", "%e3%80%90"],
  ["%ef%bc%89", "%ef%bc%88"],
])

const countOf = (text: string, mark: string): number => text.split(mark).length - 1
