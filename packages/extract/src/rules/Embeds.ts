/** Frames and recordings. */
import { HttpUrl } from "@porthole/core"
import { select } from "@porthole/visibility/dom"
import type { DocumentRule } from "../phases/Rule.ts"

/**
 * Replaces frames and recordings with a title by a link, a `<span data-embed="address">` until `clean` makes an `a` of
 * it, so that it doesn't count as a link when content is chosen. A frame without a title is usually an advertisement or
 * a counter, unless it may fill the screen, like players; an autoplaying film is a backdrop.
 */
export const embeds: DocumentRule = {
  name: "embeds",
  case: "A film or a map in a frame is content whose address one can follow.",
  phase: "document",
  reads: {
    elements: ["iframe", "video", "audio"],
    attributes: ["src", "aria-label", "width", "height"],
    attributesOn: {
      title: ["iframe", "video", "audio"],
      "data-src": ["iframe", "source"],
      allowfullscreen: ["iframe"],
      controls: ["video", "audio"],
      autoplay: ["video"],
    },
  },
  run: ({ candidates }) => {
    for (const element of candidates("iframe", "video", "audio")) embed(element)
  },
}

// --- private --------------------------------------------------------------------------

const isWebAddress = (address: string | null): boolean => {
  const url = URL.parse(address?.trim() || "x:", placeholderBase)
  return url !== null && HttpUrl.isHttp(url)
}

/** Replaces or removes one. */
const embed = (element: Element): void => {
  const isFrame = element.localName === "iframe"
  const source = [element, ...select(element, "source")]
    .flatMap((one) => [one.getAttribute("src"), one.getAttribute("data-src")])
    .find(isWebAddress)
  const address = URL.parse(source?.trim() ?? "", placeholderBase)
  const label = (element.getAttribute("title") ?? element.getAttribute("aria-label") ?? "").replace(/\s+/g, " ").trim()
  const host = address?.origin === placeholderBase ? "frame" : (address?.host ?? "")
  const name = isFrame
    ? element.hasAttribute("allowfullscreen")
      ? host
      : ""
    : address?.pathname.split("/").at(-1) || host
  const isPixel = ["width", "height"].some((name) => /^[01](?:px)?$/.test(element.getAttribute(name)?.trim() ?? ""))
  const plays = element.hasAttribute("controls") || (element.localName === "video" && !element.hasAttribute("autoplay"))
  const title = isPixel || !(isFrame || plays) ? "" : label || name
  if (title === "" || source == null) element.remove()
  else {
    const paragraph = element.ownerDocument.createElement("p")
    const link = element.ownerDocument.createElement("span")
    link.setAttribute("data-embed", source)
    link.append(title.slice(0, 200))
    paragraph.append(link)
    element.replaceWith(paragraph)
  }
}

/** The base doesn't matter here: `clean` resolves relative addresses. */
const placeholderBase = "https://relative.invalid"
