/**
 * Reads a Word document (WordprocessingML, ISO/IEC 29500-1 section 17) as its text is once all changes are accepted.
 */
import * as Result from "effect/Result"
import * as OpenXml from "../container/OpenXml.ts"
import { attribute, elementsOf, find, type Node } from "../container/Xml.ts"
import { chartsOf } from "../drawing/Chart.ts"
import { escaped, type ReadMain } from "../Made.ts"
import { type BlockWriter, blockWriter } from "./Blocks.ts"
import { endedFieldsIn } from "./Fields.ts"
import { numberingOf } from "./Numbering.ts"
import type { NoteKind, Writing } from "./Runs.ts"
import { defaultsOf, stylesOf } from "./Styles.ts"

/** Reads a document by its main part. */
export const read: ReadMain = (office, main, root) =>
  Result.gen(function* () {
    const relationships = yield* office.relationships(main)
    const related = (type: string) => office.part(OpenXml.targetOf(relationships, type))
    const styles = yield* related("styles")
    const styleOf = stylesOf(styles)
    const nextMark = numberingOf(yield* related("numbering"))
    const notes = {
      footnote: byId(yield* related("footnotes"), "footnote"),
      endnote: byId(yield* related("endnotes"), "endnote"),
      comment: byId(yield* related("comments"), "comment"),
    }
    const references: Array<{ readonly kind: NoteKind; readonly note: Node; readonly label: string }> = []
    const refer: Writing["refer"] = (kind, id) => {
      const note = notes[kind].get(id)
      if (note === undefined || references.length >= maxNotes) return ""
      const known = references.find((reference) => reference.note === note)
      const label = known?.label ?? String(references.length + 1)
      if (known === undefined) references.push({ kind, note, label })
      return `<sup><a href="#note-${label}">${label}</a></sup>`
    }
    const counts = { hidden: 0, changes: 0 }
    const charts = yield* chartsOf(office, relationships)
    const writing: Writing = {
      styleOf,
      relationships,
      charts,
      hasGround: false,
      defaults: defaultsOf(styles),
      refer,
      boxes: [],
      counts,
      fields: [],
      endedFields: endedFieldsIn(root),
    }
    const blocks = blockWriter(nextMark)
    const body = blocks(find(root, "body") ?? root, writing)
    // Notes may refer to notes.
    const written: Array<string> = []
    for (let at = 0; at < references.length; at++) written.push(noteOf(references[at], blocks, writing))
    const changes =
      counts.changes === 0 ? "" : `<p><em>With ${counts.changes} tracked changes, shown as accepted.</em></p>`
    return {
      parts: [{ language: "html" as const, source: body + written.join("") + changes }],
      hidden: counts.hidden,
      reduced: [],
    }
  })

// --- private --------------------------------------------------------------------------

const maxNotes = 5_000

const byId = (root: Node | undefined, name: string): ReadonlyMap<string, Node> =>
  new Map(elementsOf(root, name).map((node) => [attribute(node, "id") ?? "", node]))

const noteOf = (
  reference: { readonly kind: NoteKind; readonly note: Node; readonly label: string } | undefined,
  blocks: BlockWriter,
  writing: Writing,
): string => {
  if (reference === undefined) return ""
  const { kind, label, note } = reference
  const author = attribute(note, "author") ?? ""
  const begin = kind === "comment" ? `Comment${author === "" ? "" : ` by ${escaped(author)}`}: ` : ""
  const content = blocks(note, { ...writing, fields: [], endedFields: endedFieldsIn(note), boxes: [] }).replace(
    /^<p>/,
    `<p>${begin}`,
  )
  return `<div id="note-${label}">${content}</div>`
}
