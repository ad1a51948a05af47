/** The rule by which `render: auto` chooses the pages that hold nothing without their scripts. */
import { type Extracted, MediaType } from "@porthole/core"
import * as HtmlTags from "../alternate/HtmlTags.ts"

/** Minimum characters of readable text with which a page counts as read. */
export const minTextLength = 200

/** Characters of text in a document's markup with which it isn't empty, whatever the reader makes of it. */
export const maxMarkupText = 1_000

/** Maximum bytes in which a script is looked for. */
export const maxBytes = 1_048_576

/** Whether a browser can render a document of this type. */
export const isHtml = (contentType: string): boolean => htmlTypes.has(MediaType.essence(contentType))

/**
 * Whether a read document needs its scripts: the reader says so, or it has a script, no other obstacle, no other
 * document that it leads to, and hardly any text. Text that the reader left out counts, since its content is there.
 * Text around an empty `main` doesn't, even if the reader had nothing else to read, nor does a notice for visitors
 * without scripts.
 */
export const needsScripts = (
  { bytes, contentType }: { readonly bytes: Uint8Array; readonly contentType: string },
  { obstacle, onward, text_length }: Pick<Extracted.Extracted, "obstacle" | "onward" | "text_length">,
): boolean => {
  if (!isHtml(contentType) || onward !== undefined) return false
  if (obstacle !== undefined) return obstacle === "scripts"
  // UTF-16 is ASCII with NULs here.
  const document = latin1.decode(bytes.subarray(0, maxBytes)).replaceAll("\0", "")
  const { hasScript, mainText, notices, text } = markupOf(document, text_length)
  if (!hasScript) return false
  if (text_length < minTextLength && text < maxMarkupText) return true
  // What the reader read beyond the markup came from data, or from a document for visitors without scripts.
  return mainText < minTextLength && notices < maxMarkupText && text_length < text + notices + minTextLength
}

// --- private --------------------------------------------------------------------------

const htmlTypes: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"])

const latin1 = new TextDecoder("latin1")

/** What a document's markup holds: characters of text, and whether there is a script that a browser runs. */
interface Markup {
  readonly hasScript: boolean
  /** All text but that of drawings. */
  readonly text: number
  /** The part of it in `main`, and outside of all landmarks, such as menus; all of it where there is no `main`. */
  readonly mainText: number
  /** Text for visitors without scripts. */
  readonly notices: number
}

const landmarks: ReadonlySet<string> = new Set(["nav", "header", "footer", "aside", "dialog"])

/** Reads a document's markup until it shows that it has content of its own, by what the reader found in it. */
const markupOf = (document: string, textLength: number): Markup => {
  const depths = { drawing: 0, landmark: 0, main: 0 }
  let [hasMain, hasScript] = [false, false]
  let [text, mainText, notices] = [0, 0, 0]
  for (const tag of HtmlTags.tagsIn(document)) {
    if (depths.drawing === 0) text += tag.textBefore
    if (depths.drawing === 0 && (depths.main > 0 || depths.landmark === 0)) mainText += tag.textBefore
    const kind = kindOf(tag.name.replace("/", ""))
    if (kind !== undefined && !(kind === "drawing" && tag.isSelfClosing))
      depths[kind] = Math.max(0, depths[kind] + (tag.name.startsWith("/") ? -1 : 1))
    hasMain ||= kind === "main"
    hasScript ||= isScript(tag)
    if (tag.name === "noscript") notices += textIn(tag.text)
    if (mainText >= minTextLength && (textLength >= minTextLength || text >= maxMarkupText)) break
  }
  return { hasScript, text, mainText: hasMain ? mainText : text, notices }
}

/** Characters of text in a fragment. Only text before a tag counts, so it gets one at its end. */
const textIn = (html: string): number => {
  let length = 0
  for (const { textBefore } of HtmlTags.tagsIn(`${html}<br>`)) length += textBefore
  return length
}

const kindOf = (name: string): "drawing" | "landmark" | "main" | undefined => {
  if (name === "svg") return "drawing"
  if (name === "main") return "main"
  return landmarks.has(name) ? "landmark" : undefined
}

/** A script that a browser runs (HTML section 4.12.1.1). */
const isScript = ({ attributes, name, text }: HtmlTags.Tag): boolean =>
  name === "script" && isJavaScript(attributes) && (attributes.has("src") || text.trim() !== "")

const isJavaScript = (attributes: ReadonlyMap<string, string>): boolean => {
  const type = (attributes.get("type") ?? "").trim().toLowerCase()
  return type === "" || type === "module" || javaScript.test(type)
}

/** The JavaScript types of the WHATWG MIME Sniffing Standard, section 4.6. */
const javaScript = /^(?:application|text)\/(?:x-)?(?:javascript(?:1\.[0-5])?|ecmascript|jscript|livescript)$/
