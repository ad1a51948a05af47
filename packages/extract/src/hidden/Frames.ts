/**
 * Opens frames whose document stands in their `srcdoc` attribute: each becomes a shadow tree, with its own style
 * sheets.
 */
import { childrenOf } from "../tree/Dom.ts"
import { parse } from "../tree/Parse.ts"
import { select } from "../tree/Select.ts"

/** Replaces the frames of a document; one without room for its document stays as it is. */
export const openFrames = (document: Document): void => {
  for (const frame of select(document.body, "iframe").slice(0, mostFrames)) {
    const source = frame.getAttribute("srcdoc") ?? ""
    if (source === "" || source.length > longestSource || sides.some((name) => isNothing(frame.getAttribute(name))))
      continue
    const inner = parse(source, "").document
    const host = document.createElement("div")
    for (const name of ["hidden", "style", "class", "id"]) {
      const value = frame.getAttribute(name)
      if (value !== null) host.setAttribute(name, value)
    }
    const root = document.createElement("div")
    root.setAttribute("shadowrootmode", "open")
    root.append(...select(inner, "style"), ...childrenOf(inner.body))
    host.append(root)
    frame.replaceWith(host)
  }
}

// --- private --------------------------------------------------------------------------

const mostFrames = 10
const longestSource = 100_000

const sides = ["width", "height"]
const isNothing = (length: string | null): boolean => /^[01](?:px)?$/.test(length?.trim() ?? "")
