/** The body of a message as HTML: what its author wrote, and under a heading the messages that it quotes. */
import { escaped } from "../Made.ts"

/**
 * A body of HTML with a heading where a program for mail begins its quotation. It stays one document, because what is
 * around the quotation, and the message's styles, may hide parts of it.
 */
export const ofHtml = (html: string): string => {
  const at = html.search(quotedHtml)
  const isReply = at > 0 && /[^\s]/.test(html.slice(0, at).replace(/<[^<>]*>|&nbsp;/g, ""))
  return isReply ? `${html.slice(0, at)}${quotedHeading}${html.slice(at)}` : html
}

/** A body of text with a heading above the quotation, if it ends with one. */
export const ofText = (text: string): string => {
  const lines = text.replace(/\r\n?/g, "\n").split("\n")
  const at = quotationIn(lines)
  const own = lines.slice(0, at)
  if (at === lines.length || own.join("").trim() === "") return paragraphs(lines)
  return `${paragraphs(own)}${quotedHeading}${paragraphs(lines.slice(at))}`
}

// --- private --------------------------------------------------------------------------

const quotedHeading = "<h2>Quoted history</h2>"

/** How Gmail, Thunderbird and Apple Mail, Outlook, and Yahoo mark it. */
const quotedHtml =
  /<div[^<>]{0,200}class="gmail_(?:quote|attr)|<blockquote[^<>]{0,200}type="?cite|<div[^<>]{0,200}id="?(?:appendonsend|divRplyFwdMsg)|<div[^<>]{0,200}class="?yahoo_quoted/i

/** The first line of the quotation at the end of a message; the number of lines without one. */
const quotationIn = (lines: ReadonlyArray<string>): number => {
  const divider = lines.findIndex((line) => /^-{2,20} ?(?:Original Message|Forwarded message)/i.test(line))
  if (divider !== -1) return divider
  let first = lines.length
  for (let at = lines.length - 1; at >= 0; at--) {
    const line = lines[at] ?? ""
    if (line.startsWith(">")) first = at
    else if (line.trim() !== "") break
  }
  if (first === lines.length) return first
  // `On Monday, Ann wrote:`, also over two lines.
  const before = lines.slice(0, first).findLastIndex((line) => line.trim() !== "")
  if (!/:\s*$/.test(lines[before] ?? "")) return first
  return /^\S.{0,200}\S$/.test(lines[before - 1] ?? "") && (lines[before] ?? "").length < 40 ? before - 1 : before
}

const maxDepth = 10

/** Lines as paragraphs, and those that begin with `>` as quotations. */
const paragraphs = (lines: ReadonlyArray<string>): string => {
  let [html, depth, isOpen] = ["", 0, false]
  const close = (): void => {
    if (isOpen) html += "</p>"
    isOpen = false
  }
  for (const line of lines) {
    const marks = /^(?:> ?)+/.exec(line)?.[0] ?? ""
    const level = Math.min(maxDepth, marks.replaceAll(" ", "").length)
    const text = line.slice(marks.length).trimEnd()
    if (level !== depth || text === "") close()
    for (; depth < level; depth++) html += "<blockquote>"
    for (; depth > level; depth--) html += "</blockquote>"
    if (text === "") continue
    html += `${isOpen ? "<br>" : "<p>"}${escaped(text)}`
    isOpen = true
  }
  close()
  return html + "</blockquote>".repeat(depth)
}
