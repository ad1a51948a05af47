/** The fields of a Word document (ISO/IEC 29500-1, section 17.16), which show the value that the program stored. */
import { attribute, elementsOf, find, isOn, type Node } from "../container/Xml.ts"
import { escaped } from "../Made.ts"
import { isDeleted, versionOf } from "./Versions.ts"

/** A field whose end is still to come. */
export interface Field {
  instruction: string
  isShown: boolean
}

/**
 * The beginnings of a part's fields that also end. One without an end isn't a field: all that follows would be its
 * instruction, which isn't shown.
 */
export const endedFieldsIn = (part: Node): ReadonlySet<Node> => {
  const ended = new Set<Node>()
  const open: Array<Node> = []
  const visit = (node: Node | undefined): void => {
    if (node === undefined || isDeleted(node)) return
    if (node.name === "fldChar") {
      const type = attribute(node, "fldCharType")
      const begin = type === "end" ? open.pop() : undefined
      if (type === "begin") open.push(node)
      if (begin !== undefined) ended.add(begin)
    } else if (node.name === "AlternateContent") visit(versionOf(node))
    else for (const child of node.children) if (typeof child !== "string") visit(child)
  }
  visit(part)
  return ended
}

/** Begins and ends fields; returns the HTML of their links and form values. */
export const fieldMark = (
  node: Node,
  { endedFields, fields }: { readonly endedFields: ReadonlySet<Node>; readonly fields: Array<Field> },
): string => {
  const type = attribute(node, "fldCharType")
  const field = fields.at(-1)
  if (type === "begin") {
    if (fields.length < maxFields && endedFields.has(node)) fields.push({ instruction: "", isShown: false })
    return escaped(formValue(find(node, "ffData")))
  }
  if (type === "separate" && field !== undefined) {
    field.isShown = true
    const address = addressIn(field.instruction)
    return address === "" ? "" : `<a href="${escaped(address)}">`
  } else if (type === "end") {
    const ended = fields.pop()
    return ended?.isShown === true && addressIn(ended.instruction) !== "" ? "</a>" : ""
  }
  return ""
}

/** The address of a field that is a link to the web. */
export const addressIn = (instruction: string): string =>
  /^\s*HYPERLINK\s+"(https?:[^"]*)"/i.exec(instruction)?.[1] ?? ""

// --- private --------------------------------------------------------------------------

const maxFields = 20

/** What a field of a form shows, beside its text: a box, or the chosen entry of a list. */
const formValue = (data: Node | undefined): string => {
  const box = find(data, "checkBox")
  if (box !== undefined) return isOn(find(box, "checked") ?? find(box, "default") ?? off) ? "☒" : "☐"
  const list = find(data, "ddList")
  const chosen = Number(attribute(find(list, "result") ?? find(list, "default"), "val") ?? 0)
  return attribute(elementsOf(list, "listEntry")[chosen], "val") ?? ""
}
const off: Node = { name: "", attributes: { val: "0" }, children: [] }
