/** Pictures for readers without scripts whose markup a program escaped, so that it is text. */

/** Makes elements of the pictures that are all the text of an element. */
export const unescapePictures = (element: Element): void => {
  const text = element.firstElementChild === null ? (element.textContent ?? "").trim() : ""
  if (!text.startsWith("<img") || text.length > maxLength || !onlyPictures.test(text)) return
  element.textContent = ""
  for (const [tag] of text.matchAll(picture)) {
    const image = element.ownerDocument.createElement("img")
    for (const [, name = "", value = ""] of tag.matchAll(attribute)) image.setAttribute(name.toLowerCase(), value)
    element.append(image)
  }
}

// --- private --------------------------------------------------------------------------

/** In characters. */
const maxLength = 10_000

const onlyPictures = /^(?:<img\s[^<>]*>\s*)+$/i
const picture = /<img\s[^<>]*>/gi
const attribute = /\s(src|srcset|alt|width|height)="([^"]*)"/gi
