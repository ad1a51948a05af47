/**
 * Puts the parts of a streamed page where they belong. A page that React renders to a stream sends
 * what was late at its end, as `<div hidden id="S:1">`, and a `<template id="B:1">` (for a boundary)
 * or `<template id="P:1">` (for a segment) keeps the place; a script in the page then moves it.
 * Without that the most part of such a page is hidden. Source: `ReactFizzConfigDOM.js` of React 18 and 19.
 */
import { select } from "../tree/Select.ts"

/** Whether a template keeps the place of a streamed part. */
export const keepsPlace = (id: string): boolean => placeId.test(id)

/** Replaces each kept place by its part. */
export const placeStreamed = (document: Document): void => {
  const parts = new Map(select(document.body, "div[hidden][id]").map((part) => [part.id, part]))
  for (const place of select(document.body, "template[id]")) {
    const part = parts.get(place.id.replace(placeId, "S:$1"))
    if (part === undefined || part.contains(place)) continue
    while (part.firstChild !== null) place.before(part.firstChild)
    part.remove()
    place.remove()
  }
}

// --- private --------------------------------------------------------------------------

const placeId = /^[BP]:([\da-f]{1,8})$/
