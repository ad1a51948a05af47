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
 * Whether a read document needs its scripts: the reader says so, or it has a script, hardly any text, which the reader
 * didn't leave out either, no other obstacle and no other document that it leads to.
 */
export const needsScripts = (
  { bytes, contentType }: { readonly bytes: Uint8Array; readonly contentType: string },
  { obstacle, onward, text_length }: Pick<Extracted.Extracted, "obstacle" | "onward" | "text_length">,
): boolean => {
  if (!isHtml(contentType) || onward !== undefined) return false
  if (obstacle !== undefined) return obstacle === "scripts"
  return text_length < minTextLength && isShell(bytes)
}

/** Whether a document has a script that a browser runs (HTML section 4.12.1.1), and hardly any text in its markup. */
export const isShell = (bytes: Uint8Array): boolean => {
  // UTF-16 is ASCII with NULs here.
  const document = latin1.decode(bytes.subarray(0, maxBytes)).replaceAll("\0", "")
  let hasScript = false
  let markupText = 0
  for (const { attributes, name, text, textBefore } of HtmlTags.tagsIn(document)) {
    markupText += textBefore
    if (markupText >= maxMarkupText) return false
    hasScript ||= name === "script" && isJavaScript(attributes) && (attributes.has("src") || text.trim() !== "")
  }
  return hasScript
}

// --- private --------------------------------------------------------------------------

const htmlTypes: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"])

const latin1 = new TextDecoder("latin1")

const isJavaScript = (attributes: ReadonlyMap<string, string>): boolean => {
  const type = (attributes.get("type") ?? "").trim().toLowerCase()
  return type === "" || type === "module" || javaScript.test(type)
}

/** The JavaScript types of the WHATWG MIME Sniffing Standard, section 4.6. */
const javaScript = /^(?:application|text)\/(?:x-)?(?:javascript(?:1\.[0-5])?|ecmascript|jscript|livescript)$/
