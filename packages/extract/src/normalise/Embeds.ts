/**
 * Keeps what a page embeds from elsewhere, videos and other frames and recordings, as a link to it. The link is a
 * `<span data-embed="address">` until `clean` makes an `a` of it, so that it doesn't count as a link when content is chosen.
 */
import { select } from "../tree/Select.ts"
import type { Candidates } from "./Candidates.ts"

/** Replaces each frame and recording that is part of what a page shows. */
export const keepEmbeds = (candidates: Candidates): void => {
  for (const element of candidates.of("iframe", "video", "audio")) {
    const source = sourceOf(element)
    const title = source === undefined ? undefined : titleOf(element, source)
    if (source === undefined || title === undefined || isBackground(element)) element.remove()
    else {
      const paragraph = element.ownerDocument.createElement("p")
      const link = element.ownerDocument.createElement("span")
      link.setAttribute("data-embed", source)
      link.append(title)
      paragraph.append(link)
      element.replaceWith(paragraph)
    }
  }
}

// --- private --------------------------------------------------------------------------

/** The first address that is http(s), or relative. */
const sourceOf = (element: Element): string | undefined =>
  [element, ...select(element, "source")]
    .flatMap((one) => [one.getAttribute("src"), one.getAttribute("data-src")])
    .find((source) => /^https?:$/.test(parsed(source)?.protocol ?? "")) ?? undefined

/** The base doesn't matter here: `clean` resolves what is relative. */
const elsewhere = "https://relative.invalid"
const parsed = (source: string | null): URL | null =>
  source === null || source.trim() === "" ? null : URL.parse(source.trim(), elsewhere)

/**
 * What the page calls it. A frame without a title is most often an advertisement or a counter, unless it
 * may fill the screen, as players do; then its host is its name. A recording is named by its file.
 */
const titleOf = (element: Element, source: string): string | undefined => {
  const given = (element.getAttribute("title") ?? element.getAttribute("aria-label") ?? "").replace(/\s+/g, " ").trim()
  if (given !== "") return given.slice(0, 200)
  const address = parsed(source)
  const host = address?.origin === elsewhere ? "frame" : address?.host
  if (element.localName === "iframe") return element.hasAttribute("allowfullscreen") ? host : undefined
  return address?.pathname.split("/").at(-1) || host
}

/**
 * A pixel, a film that plays by itself as a backdrop, or a sound that no one sees a player of (HTML standard, section
 * 4.8.9).
 */
const isBackground = (element: Element): boolean =>
  ["width", "height"].some((name) => /^[01](?:px)?$/.test(element.getAttribute(name)?.trim() ?? "")) ||
  (element.localName !== "iframe" &&
    !element.hasAttribute("controls") &&
    (element.localName === "audio" || element.hasAttribute("autoplay")))
