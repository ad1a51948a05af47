/** Opens frames whose document is in their `srcdoc` attribute: each becomes a shadow tree with its own style sheets. */
import { childrenOf, select } from "@porthole/visibility/dom"
import type { AttributeNames } from "./Attributes.ts"
import { parse } from "./Parse.ts"

/**
 * Opens the first frames of a document, with the attributes of these names. A frame of at most one pixel's width or
 * height stays unchanged, and so does one whose document is empty or too long.
 */
export const openFrames = (document: Document, names: AttributeNames): void => {
  for (const frame of select(document.body, "iframe[srcdoc]").slice(0, maxFrames)) {
    const source = frame.getAttribute("srcdoc") ?? ""
    const isFlat = ["width", "height"].some((name) => /^\s*[01](?:px)?\s*$/.test(frame.getAttribute(name) ?? ""))
    if (source === "" || source.length > maxSourceLength || isFlat) continue
    const host = document.createElement("div")
    for (const name of ["hidden", "style", "class", "id"])
      if (frame.hasAttribute(name)) host.setAttribute(name, frame.getAttribute(name) ?? "")
    const inner = parse(source, "", names).document
    const root = document.createElement("div")
    root.setAttribute("shadowrootmode", "open")
    root.append(...select(inner.documentElement, "style"), ...childrenOf(inner.body))
    host.append(root)
    frame.replaceWith(host)
  }
}

// --- private --------------------------------------------------------------------------

const maxFrames = 10
const maxSourceLength = 100_000
