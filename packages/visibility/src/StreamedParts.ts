/**
 * Moves the parts of a streamed page to their places. React's server renderer sends late parts at the end of the page,
 * as `<div hidden id="S:1">`. A `<template id="B:1">` (a boundary) or `<template id="P:1">` (a segment) marks the
 * place, and a script of the page moves the part there. Without this step most of such a page stays hidden. Source:
 * `ReactFizzConfigDOM.js` of React 18 and 19.
 */
import { select } from "./dom/Select.ts"

/** Replaces each marked place by its part. */
export const placeStreamed = (document: Document): void => {
  const places = select(document.body, "template[id]")
  if (places.length === 0) return
  const parts = new Map(select(document.body, "div[hidden][id]").map((part) => [part.id, part]))
  for (const place of places) {
    const part = parts.get(place.id.replace(placeId, "S:$1"))
    if (part === undefined || part.contains(place)) continue
    while (part.firstChild !== null) place.before(part.firstChild)
    part.remove()
    place.remove()
  }
}

// --- private --------------------------------------------------------------------------

const placeId = /^[BP]:([\da-f]{1,8})$/
