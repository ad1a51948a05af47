/**
 * Cuts a long text for a model's context: at the end of a block, a line or a word if one is near, never inside a
 * surrogate pair, and never with an open Markdown fence.
 */

/** A text that fits, and whether it was cut. */
interface CutText {
  readonly text: string
  readonly cut: boolean
}

/** The text itself if it has at most `maxLength` characters (UTF-16 units), else its longest prefix that ends well. */
export const toLength = (text: string, maxLength: number): CutText => {
  if (text.length <= maxLength) return { text, cut: false }
  const prefix = atBoundary(takeWhole(text, maxLength), text, maxLength)
  const fence = openFence(prefix)
  if (fence === undefined) return { text: prefix, cut: true }
  const closed = atBoundary(takeWhole(text, maxLength - fence.length - 1), text, maxLength - fence.length - 1)
  const still = openFence(closed)
  return { text: still === undefined ? closed : `${closed}\n${still}`, cut: true }
}

/** Like {@link toLength}, by UTF-8 bytes. */
export const toBytes = (text: string, maxBytes: number): CutText => {
  if (text.length * 3 <= maxBytes) return { text, cut: false }
  const bytes = new TextEncoder().encode(text)
  if (bytes.length <= maxBytes) return { text, cut: false }
  let end = maxBytes
  while (end > 0 && isContinuation(bytes[end])) end--
  const whole = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end))
  // A closing fence is ASCII and replaces at least as many characters, so the bytes still fit.
  return toLength(text, whole.length)
}

/** At most `length` units from the start, never half a surrogate pair. */
export const takeWhole = (text: string, length: number): string => {
  const end = text.length > length && isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length
  return text.slice(0, Math.max(0, end))
}

// --- private --------------------------------------------------------------------------

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

/** How far back to look for a good end, as a share of the budget. */
const lookBack = 0.2

const atBoundary = (prefix: string, text: string, maxLength: number): string => {
  const earliest = Math.floor(maxLength * (1 - lookBack))
  const next = text.charAt(prefix.length)
  if (next === "\n") return prefix.trimEnd()
  for (const boundary of ["\n\n", "\n", " "]) {
    const at = prefix.lastIndexOf(boundary)
    if (at >= earliest && at > 0) return prefix.slice(0, at).trimEnd()
  }
  return prefix
}

/** The fence that closes a prefix's open code block (CommonMark 0.31, section 4.5). */
const openFence = (prefix: string): string | undefined => {
  let open: string | undefined
  for (const [, marker] of prefix.matchAll(/^ {0,3}(`{3,16}|~{3,16})/gm)) {
    if (marker === undefined) continue
    if (open === undefined) open = marker
    else if (marker.startsWith(open)) open = undefined
  }
  return open
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80
