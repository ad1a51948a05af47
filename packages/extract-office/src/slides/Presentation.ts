/** Reads a presentation (PresentationML, ISO/IEC 29500-1 section 19): a section for each slide, in their order. */
import * as Result from "effect/Result"
import * as OpenXml from "../container/OpenXml.ts"
import { attribute, elementsOf, find, type Node, relationOf, textOf, within } from "../container/Xml.ts"
import { chartsOf } from "../drawing/Chart.ts"
import { shapesOf, type Slide } from "../drawing/Shapes.ts"
import { escaped, type Part, type ReadMain } from "../Made.ts"
import { isWhiteBelow, isWhiteGround } from "./Ground.ts"

/** Reads a presentation by its main part. Hidden slides are left out. */
export const read: ReadMain = (office, main, root) =>
  Result.gen(function* () {
    const relationships = yield* office.relationships(main)
    const size = find(root, "sldSz")
    const width = Number(attribute(size, "cx") ?? 0) || Number.POSITIVE_INFINITY
    const height = Number(attribute(size, "cy") ?? 0) || Number.POSITIVE_INFINITY
    const authors = authorsOf(
      yield* office.part(
        OpenXml.targetOf(relationships, "commentAuthors") ?? OpenXml.targetOf(relationships, "authors"),
      ),
    )
    const parts: Array<Part> = []
    const slides = elementsOf(find(root, "sldIdLst"), "sldId")
    let [hidden, number] = [0, 0]
    for (const listed of slides.slice(0, maxSlides)) {
      const target = relationships.get(relationOf(listed) ?? "")
      if (target?.type !== "slide" || target.isExternal) continue
      const slide = yield* office.part(target.target)
      number += 1
      if (/^(?:0|false)$/.test(attribute(slide, "show") ?? "")) {
        hidden += 1
        continue
      }
      const own = yield* office.relationships(target.target)
      const charts = yield* chartsOf(office, own)
      const isWhite = isWhiteGround(slide) && (yield* isWhiteBelow(office, own))
      const context: Slide = { width, height, isWhite, relationships: own, charts }
      const shown = shapesOf(find(slide, "cSld", "spTree"), context)
      const notes = find(yield* office.part(OpenXml.targetOf(own, "notesSlide")), "cSld", "spTree")
      const spoken = shapesOf(notes, { ...context, isWhite: true, isNotes: true })
      hidden += shown.hidden + spoken.hidden
      const title = `<h2>${shown.title === "" ? escaped(`Slide ${number}`) : shown.title}</h2>`
      const note = spoken.html === "" ? "" : `<p><strong>Speaker notes:</strong></p>${spoken.html}`
      const said = commentsOf(yield* office.part(OpenXml.targetOf(own, "comments")), authors)
      parts.push({ language: "html", source: title + shown.html + said + note })
    }
    const reduced = slides.length > maxSlides ? [{ part: "pages" as const, read: maxSlides, of: slides.length }] : []
    return { parts, hidden, reduced }
  })

// --- private --------------------------------------------------------------------------

const maxSlides = 1_000

/** The names of those who comment. */
const authorsOf = (root: Node | undefined): ReadonlyMap<string, string> =>
  new Map(elementsOf(root).map((node) => [attribute(node, "id") ?? "", attribute(node, "name") ?? ""]))

/** Comments and their replies, of PowerPoint until 2019 and since. */
const commentsOf = (root: Node | undefined, authors: ReadonlyMap<string, string>): string =>
  elementsOf(root, "cm")
    .flatMap((comment) => [comment].concat(elementsOf(find(comment, "replyLst"), "reply")))
    .map((node) => {
      const author = authors.get(attribute(node, "authorId") ?? "") ?? ""
      const text = textOf(find(node, "text")) || within(find(node, "txBody"), "t").map(textOf).join(" ")
      return text === "" ? "" : `<p>[Comment${author === "" ? "" : ` by ${escaped(author)}`}: ${escaped(text)}]</p>`
    })
    .join("")
