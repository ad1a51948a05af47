/** Tells whether text of a slide stands on white: only then white letters are hidden for sure. */
import type { WebError } from "@porthole/core"
import * as Result from "effect/Result"
import * as OpenXml from "../container/OpenXml.ts"
import { attribute, elementsOf, find, type Node } from "../container/Xml.ts"
import { isWhite } from "../drawing/Paragraphs.ts"
import { isFilled } from "../drawing/Shapes.ts"

/** Whether a slide, layout or master has a white ground, and no shape on it has a colour or is a picture. */
export const isWhiteGround = (part: Node | undefined): boolean => {
  const ground = find(part, "cSld", "bg")
  const reference = find(ground, "bgRef")
  // The theme's first ground is a colour, its others are gradients and pictures.
  const fill = find(ground, "bgPr", "solidFill") ?? (attribute(reference, "idx") === "1001" ? reference : undefined)
  const isPlain = ground === undefined || (fill !== undefined && isWhite(elementsOf(fill)[0]))
  return isPlain && !hasColours(find(part, "cSld", "spTree"))
}

/** Whether the layout and the master of a slide have white grounds. */
export const isWhiteBelow = (
  office: OpenXml.Package,
  slide: OpenXml.Relationships,
): Result.Result<boolean, WebError.WebError> =>
  Result.gen(function* () {
    const layout = OpenXml.targetOf(slide, "slideLayout")
    if (layout === undefined) return true
    const master = OpenXml.targetOf(yield* office.relationships(layout), "slideMaster")
    const [own, below] = [yield* office.part(layout), yield* office.part(master)]
    // The theme's ground is dark if the master maps it so.
    const map = find(below, "clrMap")
    return isWhiteGround(own) && isWhiteGround(below) && (attribute(map, "bg1") ?? "lt1") === "lt1"
  })

// --- private --------------------------------------------------------------------------

const hasColours = (tree: Node | undefined): boolean =>
  elementsOf(tree).some((shape) =>
    /^(?:grpSp|AlternateContent|Choice)$/.test(shape.name) ? hasColours(shape) : isFilled(shape),
  )
