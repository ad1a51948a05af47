/** Documents that are no markup: plain text and Markdown are handed on as they are, without invisible characters. */
import { type Extractor, HttpUrl, UntrustedText } from "@porthole/core"

/** Reads a plain text or a Markdown document. */
export const readText = (text: string, kind: "text" | "markdown", fetched: Extractor.Fetched): Extractor.Extracted => {
  const visible = UntrustedText.stripInvisible(text)
    .replace(/\r\n?/g, "\n")
    .replace(/^\n+|\s+$/g, "")
  return {
    title: kind === "markdown" ? titleOf(visible) : "",
    content: fetched.mode === "html" && visible !== "" ? `<pre>${escaped(visible)}</pre>` : visible,
    links: linksIn(visible),
    text_length: visible.length,
  }
}

// --- private --------------------------------------------------------------------------

const titleOf = (markdown: string): string => /^#[ \t]+(.*?)[ \t]*#*[ \t]*$/m.exec(markdown)?.[1]?.trim() ?? ""

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")

const linksIn = (text: string): ReadonlyArray<string> => {
  const links = new Set<string>()
  for (const [written] of text.matchAll(/https?:\/\/[^\s<>"'`\\^{|}\])]+/gi)) {
    const address = HttpUrl.withoutFragment(written.replace(/[.,;:!?*_]+$/, ""))
    if (address !== undefined) links.add(address)
  }
  return Array.from(links)
}
