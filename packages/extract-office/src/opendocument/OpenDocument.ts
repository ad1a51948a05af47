/** Reads OpenDocument files (OASIS OpenDocument 1.3): texts, sheets and slides. */
import type { WebError } from "@porthole/core"
import * as Result from "effect/Result"
import { damaged, encrypted } from "../container/Damage.ts"
import * as Xml from "../container/Xml.ts"
import type { Zip } from "../container/Zip.ts"
import { escaped, type Made, type Part } from "../Made.ts"
import { lengthOf, stylesOf } from "./Styles.ts"
import { table } from "./Table.ts"
import { blocks, drawing } from "./Text.ts"
import type { Writing } from "./Writing.ts"

/** The first part of the types of OpenDocument files, which their file `mimetype` has. */
export const typePrefix = "application/vnd.oasis.opendocument."

/** Reads a document. Fails if it is encrypted. */
export const read = (zip: Zip): Result.Result<Made, WebError.WebError> =>
  Result.gen(function* () {
    const budget = Xml.budget()
    const part = (name: string): Result.Result<Xml.Node | undefined, WebError.WebError> =>
      Result.map(zip.read(name), (bytes) => (bytes === undefined ? undefined : Xml.parse(bytes, budget)))
    const manifest = yield* part("META-INF/manifest.xml")
    if (Xml.within(manifest, "encryption-data").length > 0) return yield* Result.fail(encrypted)
    const content = yield* part("content.xml")
    if (content === undefined) return yield* Result.fail(damaged)
    const objects = new Map<string, Xml.Node | undefined>()
    for (const name of Array.from(zip.entries.keys(), (entry) => /^(.{1,200})\/content\.xml$/.exec(entry)?.[1] ?? ""))
      if (name !== "" && objects.size < maxObjects) objects.set(name, yield* part(`${name}/content.xml`))
    const writing: Writing = {
      styles: stylesOf([yield* part("styles.xml"), content]),
      hasGround: false,
      counts: { hidden: 0, cells: 0, isCut: false },
      notes: [],
      objectOf: (address) => objects.get(address.replace(/^\.\//, "")),
      numbers: new Map(),
    }
    const body = Xml.elementsOf(Xml.find(content, "body"))[0]
    const parts = (writers.get(body?.name ?? "") ?? textParts)(body, writing)
    const notes = writing.notes.map((note, at) => `<div id="note-${at + 1}">${note}</div>`).join("")
    return {
      ...propertiesIn(Xml.find(yield* part("meta.xml"), "meta")),
      // Notes are in the part that refers to them.
      parts: [
        ...parts.slice(0, -1),
        { language: "html" as const, source: (parts.at(-1)?.source ?? "") + notes + notRead(zip) },
      ],
      hidden: writing.counts.hidden,
      reduced: [
        ...(budget.isCut ? [{ part: "structure" as const }] : []),
        ...(writing.counts.isCut ? [{ part: "rows" as const }] : []),
      ],
    }
  })

// --- private --------------------------------------------------------------------------

const maxObjects = 200

type Writer = (body: Xml.Node | undefined, writing: Writing) => ReadonlyArray<Part & { readonly source: string }>

const textParts: Writer = (body, writing) => [{ language: "html", source: blocks(body, writing) }]

/** A section for each sheet. */
const sheetParts: Writer = (body, writing) =>
  Xml.elementsOf(body, "table").flatMap((sheet) => {
    const style = writing.styles.styleOf("table", Xml.attribute(sheet, "style-name"))
    if (style.properties.get("table-display") === "false") {
      writing.counts.hidden += 1
      return []
    }
    writing.counts.cells = 0
    const shapes = Xml.elementsOf(Xml.find(sheet, "shapes")).map((shape) => drawing(shape, writing))
    const title = `<h2>${escaped(Xml.attribute(sheet, "name") ?? "")}</h2>`
    return [{ language: "html" as const, source: title + table(sheet, writing, blocks) + shapes.join("") }]
  })

/** A section for each slide: its title first, then as its shapes are drawn. */
const slideParts: Writer = (body, writing) =>
  Xml.elementsOf(body, "page").flatMap((page, at) => {
    const style = writing.styles.styleOf("drawing-page", page.attributes["draw:style-name"])
    if (style.properties.get("visibility") === "hidden") {
      writing.counts.hidden += 1
      return []
    }
    const size = writing.styles.sizeOf(Xml.attribute(page, "master-page-name"))
    // Slides may have a dark ground.
    const own = { ...writing, hasGround: true }
    let [title, html] = ["", ""]
    for (const shape of Xml.elementsOf(page)) {
      if (ignored.has(shape.name) || ignored.has(classOf(shape))) continue
      const written = drawing(shape, own)
      if (written === "") continue
      if (isOutside(shape, size)) writing.counts.hidden += 1
      else if (classOf(shape) === "title" && title === "") title = written.replace(/<\/?(?:p|h1)>/g, " ").trim()
      else html += written
    }
    const notes = Xml.elementsOf(Xml.find(page, "notes"))
      .filter((shape) => classOf(shape) === "notes")
      .map((shape) => drawing(shape, own))
    const note = notes.join("") === "" ? "" : `<p><strong>Speaker notes:</strong></p>${notes.join("")}`
    const heading = title === "" ? `Slide ${at + 1}` : title
    return [{ language: "html" as const, source: `<h2>${heading}</h2>${html}${note}` }]
  })

const writers = new Map([
  ["text", textParts],
  ["spreadsheet", sheetParts],
  ["presentation", slideParts],
])

const classOf = (shape: Xml.Node): string => shape.attributes["presentation:class"] ?? ""

/** Parts of slides that aren't shapes, and shapes that repeat on each slide. */
const ignored = new Set(["notes", "forms", "par", "page-number", "date-time", "footer", "header", "animations"])

const isOutside = (shape: Xml.Node, size: { readonly width: number; readonly height: number }): boolean => {
  const length = (name: string): number => lengthOf(Xml.attribute(shape, name)) ?? 0
  if (Xml.attribute(shape, "x") === undefined) return false
  const [right, bottom] = [length("x") + length("width"), length("y") + length("height")]
  return length("x") >= size.width || length("y") >= size.height || right < 0 || bottom < 0
}

const propertiesIn = (meta: Xml.Node | undefined): Pick<Made, "title" | "author" | "published" | "modified"> => {
  const value = (name: string): string | undefined => Xml.textOf(Xml.find(meta, name)).trim() || undefined
  return {
    title: value("title") ?? "",
    author: value("initial-creator") ?? value("creator"),
    published: value("creation-date"),
    modified: value("date"),
  }
}

const notRead = ({ entries }: Zip): string =>
  Array.from(entries.keys()).some((name) => /^(?:Basic|Scripts)\//.test(name))
    ? "<p><em>Not read: macros.</em></p>"
    : ""
