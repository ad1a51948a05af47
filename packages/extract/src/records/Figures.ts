/**
 * Pictures with captions: figures, and boxes of pictures whose captions only a class names. A card for another page
 * looks alike, but is a link as a whole.
 */
import { elementsIn, headingLevel, nearest } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import type { Block, Blocks, Holder } from "../model/Block.ts"

/** A picture and its caption: its element, the index of the first block of the caption, and the number of blocks. */
export type Figure = Pick<Holder, "blocks" | "element" | "first" | "parent">

/** The figure of each block that is a part of a caption; none for the others. */
export const figuresOf = (page: Pick<Blocks, "blocks" | "root">): ReadonlyArray<Figure | undefined> => {
  if (page.root.images === 0) return []
  const known = knownFigures.get(page.root)
  if (known !== undefined) return known
  const areCaptioned = new Map<Holder, boolean>()
  const figures = page.blocks.map((block) => {
    const figure = holderOf(block)
    if (figure === undefined) return undefined
    const is = areCaptioned.get(figure) ?? isCaptioned(figure)
    areCaptioned.set(figure, is)
    return is ? figure : undefined
  })
  knownFigures.set(page.root, figures)
  return figures
}

/** Whether a picture shows what its caption says: it isn't the link of a card, but may lead to its large form. */
export const isCaptionedPicture = (picture: Element): boolean => {
  const figure = nearest(picture, "figure")
  const target = nearest(picture, "a")?.getAttribute("href") ?? ""
  const isCard = target !== "" && !/\.(?:avif|gif|jpe?g|png|webp)(?:[?#]|$)/i.test(target)
  return figure !== null && !isCard && hasCaption(figure)
}

/** Whether a picture has a caption that only a class names: beside it, or beside a box or a link around it. */
export const isBesideCaption = (picture: Element): boolean => {
  let own: Element | null = picture
  for (let step = 0; step < maxSteps && own !== null; step++, own = own.parentElement)
    for (const beside of [own.previousElementSibling, own.nextElementSibling])
      if (isNamedCaption(beside) || (beside?.localName === "tr" && isNamedCaption(beside.firstElementChild)))
        return true
  return false
}

// --- private --------------------------------------------------------------------------

/** The figures of each page, by its root: two rules ask for them. */
const knownFigures = new WeakMap<Holder, ReadonlyArray<Figure | undefined>>()

/** Maximum words of a caption, and of a caption that is only a link: it names who took the picture. */
const maxWords = 100
const maxLinkedWords = 6

/** How far above a caption its figure may be. */
const maxSteps = 4

const isCaptionElement = (element: Element): boolean => element.localName === "figcaption"

/** Whether a figure has a caption. It is remembered, because a figure may have thousands of pictures that ask. */
const hasCaption = (figure: Element): boolean => {
  const known = captioned.get(figure)
  if (known !== undefined) return known
  const has = elementsIn(figure, isCaptionElement, 1).length > 0
  captioned.set(figure, has)
  return has
}
const captioned = new WeakMap<Element, boolean>()

const captionClass = patternOf("caption")

const isNamedCaption = (element: Element | null): boolean => captionClass.test(element?.getAttribute("class") ?? "")

const isFigure = ({ element, name }: Holder): boolean => name === "figure" || element.getAttribute("role") === "figure"

const isCaption = ({ kind, element, name }: Holder): boolean =>
  name === "figcaption" || (kind !== name && captionClass.test(element.getAttribute("class") ?? ""))

/** Whether a picture is within the steps in which a block's figure may be. */
const hasPictureNear = (holder: Holder): boolean => {
  let at: Holder | undefined = holder
  for (let step = 0; at !== undefined && step <= maxSteps && at.words <= maxWords; step++) {
    if (at.images > 0) return true
    at = at.parent
  }
  return false
}

/** The figure around a block: by its name, or the nearest box with a picture around a caption. */
const holderOf = ({ holder }: Block): Holder | undefined => {
  if (!hasPictureNear(holder)) return undefined
  let isCaptionBelow = false
  let at: Holder | undefined = holder
  for (let step = 0; at?.parent !== undefined && step <= maxSteps && at.words <= maxWords; step++) {
    if (isFigure(at)) return at
    isCaptionBelow ||= isCaption(at)
    if (isCaptionBelow && at.images > 0) return at
    at = at.parent
  }
  return undefined
}

const isCaptioned = ({ element, heading, images, linked, prices, words }: Holder): boolean =>
  images > 0 &&
  words > 0 &&
  prices === 0 &&
  heading === 0 &&
  (linked < words || words <= maxLinkedWords) &&
  !hasTitleOfCard(element) &&
  (linked < words || !elementsIn(element, isPicture).some((picture) => nearest(picture, "a") !== null))

/** Whether a figure has a heading and a link. A heading without a link may be a caption. */
const hasTitleOfCard = (figure: Element): boolean => {
  const parts = elementsIn(figure, ({ localName }) => localName === "a" || headingLevel(localName) > 0)
  const links = parts.filter(({ localName }) => localName === "a")
  return links.length < parts.length && (links.length > 0 || nearest(figure, "a") !== null)
}

const isPicture = (element: Element): boolean => element.localName === "img"
