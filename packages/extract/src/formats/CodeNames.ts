/**
 * The textual types without a format of their own, such as `text/x-python`, `application/yaml` or `model/gltf+json`,
 * and the languages of those that are code. `code-names.json` lists, for each language, file name extensions and
 * subtypes without their `x-` or `vnd.`.
 */
import { MediaType } from "@porthole/core"
import names from "./code-names.json" with { type: "json" }

/** The file name extensions of plain text and code. */
export const extensions: ReadonlyArray<string> = [
  ...names.plainExtensions,
  ...Object.values(names.languages)
    .flat()
    // A URL that ends in `.php` names the program that made the document.
    .filter((name) => /^[a-z0-9]{1,10}$/.test(name) && name !== "php"),
]

/**
 * Whether a type is of text: any `text/*` or `message/*`, a textual suffix, or a textual subtype.
 * A drawing in SVG isn't: which of its words are visible depends on the picture.
 */
export const isTextual = (type: string): boolean =>
  !type.startsWith("image/") && (/^(?:text|message)\//.test(type) || textualSubtypes.has(subtypeOf(type)))

/** The language of a document that is code: by its type, or by the extension in its URL if its type is `text/plain`. */
export const languageOf = (contentType: string, url: string): string | undefined => {
  const type = MediaType.essence(contentType)
  if (type !== "" && type !== "text/plain") return languages.get(subtypeOf(type))
  const extension = MediaType.extensionOf(URL.parse(url)?.pathname ?? "") ?? ""
  return extension === "php" ? undefined : languages.get(extension)
}

// --- private --------------------------------------------------------------------------

const languages: ReadonlyMap<string, string> = new Map(
  Object.entries(names.languages).flatMap(([language, known]) => known.map((name) => [name, language])),
)

const textualSubtypes: ReadonlySet<string> = new Set([...languages.keys(), ...names.plainTypes])

/** `text/x-python` is `python`, `application/openapi+yaml` is `yaml`. */
const subtypeOf = (type: string): string => {
  const suffix = /\+(json|xml|yaml)$/.exec(type)?.[1]
  return suffix ?? type.replace(/^[^/]*\/(?:x-|vnd\.)?/, "")
}
