/** The styles of a Word document, each with the properties that it inherits (ISO/IEC 29500-1, section 17.7). */
import { attribute, elementsOf, find, isOn, type Node } from "../container/Xml.ts"

/** What a style says of a paragraph, a run or a table. */
export interface Style {
  /** Its name in English, in lower case, whatever the language of the program. */
  readonly name: string
  readonly paragraph: ReadonlyMap<string, Node>
  readonly run: ReadonlyMap<string, Node>
  /** Whether a table's cells may have a ground of their own. */
  readonly isShaded: boolean
  /** Whether a table's first row has a format of its own. */
  readonly hasHead: boolean
}

/** The styles by identifier; `undefined` stands for the default style of paragraphs. */
export type StyleOf = (id: string | undefined) => Style

/** Reads the styles. A style that is based on itself ends there. */
export const stylesOf = (root: Node | undefined): StyleOf => {
  const nodes = new Map(elementsOf(root, "style").map((node) => [attribute(node, "styleId") ?? "", node]))
  const ownDefault = elementsOf(root, "style").find(isDefault)
  const known = new Map<string, Style>()
  const resolve = (id: string, depth: number): Style => {
    const node = nodes.get(id)
    const found = known.get(id)
    if (found !== undefined) return found
    if (node === undefined || depth > maxDepth) return plain
    const base = resolve(attribute(find(node, "basedOn"), "val") ?? "", depth + 1)
    const style = {
      name: (attribute(find(node, "name"), "val") ?? "").toLowerCase(),
      paragraph: new Map([...base.paragraph, ...propertiesOf(find(node, "pPr"))]),
      run: new Map([...base.run, ...propertiesOf(find(node, "rPr"))]),
      isShaded: base.isShaded || hasShading(node),
      hasHead:
        base.hasHead || elementsOf(node, "tblStylePr").some((part) => attribute(part, "type") === "firstRow"),
    }
    known.set(id, style)
    return style
  }
  const fallback = attribute(ownDefault, "styleId") ?? ""
  return (id) => resolve(id ?? fallback, 0)
}

/** Properties by name. */
export const propertiesOf = (node: Node | undefined): ReadonlyArray<readonly [string, Node]> =>
  elementsOf(node).map((property) => [property.name, property])

/** Whether a run's properties hide its text: hidden, white on nothing, or too small to be seen. */
export const isHidden = (run: ReadonlyMap<string, Node>, hasGround: boolean): boolean => {
  if (isOn(run.get("vanish")) || isOn(run.get("webHidden"))) return true
  const size = Number(attribute(run.get("sz"), "val") ?? 20)
  if (size <= maxInvisibleSize) return true
  const color = attribute(run.get("color"), "val") ?? ""
  return (
    /^f[a-f0-9]f[a-f0-9]f[a-f0-9]$/i.test(color) && !hasGround && !run.has("highlight") && !isFilled(run.get("shd"))
  )
}

/** Whether a shading has a colour. */
export const isFilled = (shading: Node | undefined): boolean =>
  shading !== undefined &&
  !/^(?:auto|ffffff)?$/i.test(attribute(shading, "fill") ?? "") &&
  attribute(shading, "val") !== "nil"

// --- private --------------------------------------------------------------------------

const maxDepth = 30

/** In half points. */
const maxInvisibleSize = 3

const plain: Style = { name: "", paragraph: new Map(), run: new Map(), isShaded: false, hasHead: false }

const isDefault = (node: Node): boolean => attribute(node, "type") === "paragraph" && attribute(node, "default") === "1"

const hasShading = (node: Node): boolean =>
  elementsOf(node).some((child) => (child.name === "shd" ? isFilled(child) : hasShading(child)))
