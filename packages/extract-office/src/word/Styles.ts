/** The styles of a Word document, each with the properties that it inherits (ISO/IEC 29500-1, section 17.7). */
import { attribute, elementsOf, find, isOn, type Node } from "../container/Xml.ts"

/** What a style says of a paragraph, a run or a table. */
export interface Style {
  /** The level of a heading, by the style's name or that of one it is based on. */
  readonly heading: number | undefined
  readonly kind: "code" | "quote" | undefined
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
  // A style without an identifier isn't the base of those without a base.
  nodes.delete("")
  const ownDefault = elementsOf(root, "style").find(isDefault)
  const known = new Map<string, Style>()
  const resolve = (id: string, depth: number): Style => {
    const node = nodes.get(id)
    const found = known.get(id)
    if (found !== undefined) return found
    if (node === undefined || depth > maxDepth) return plain
    const base = resolve(attribute(find(node, "basedOn"), "val") ?? "", depth + 1)
    const name = (attribute(find(node, "name"), "val") ?? "").toLowerCase()
    const style = {
      heading: headingOf(name) ?? base.heading,
      kind: kindOf(name) ?? base.kind,
      paragraph: new Map([...base.paragraph, ...propertiesOf(find(node, "pPr"))]),
      run: new Map([...base.run, ...propertiesOf(find(node, "rPr"))]),
      isShaded: base.isShaded || hasShading(node),
      hasHead: base.hasHead || elementsOf(node, "tblStylePr").some((part) => attribute(part, "type") === "firstRow"),
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

/** The properties of a document's runs that no style overrides. */
export const defaultsOf = (root: Node | undefined): ReadonlyMap<string, Node> =>
  new Map(propertiesOf(find(root, "docDefaults", "rPrDefault", "rPr")))

/**
 * Whether a run's properties hide its text, over grounds from the nearest one on: hidden, as its ground, transparent,
 * or too small to be seen.
 */
export const isHidden = (
  run: ReadonlyMap<string, Node>,
  grounds: ReadonlyArray<Node | undefined>,
  hasGround: boolean,
): boolean => {
  if (isOn(run.get("vanish")) || isOn(run.get("webHidden"))) return true
  const size = Number(attribute(run.get("sz"), "val") ?? 20)
  const width = Number(attribute(run.get("w"), "val") ?? 100)
  if (size <= maxInvisibleSize || width <= maxInvisibleWidth || isTransparent(run.get("textFill"))) return true
  const color = colorOf(run.get("color"))
  const shading = [run.get("shd"), ...grounds].find(isFilled)
  if (shading !== undefined) return color === (attribute(shading, "fill") ?? "").toLowerCase()
  return /^f[a-f0-9]f[a-f0-9]f[a-f0-9]$/.test(color) && !hasGround && !run.has("highlight")
}

/** Whether a shading has a colour. */
export const isFilled = (shading: Node | undefined): boolean =>
  shading !== undefined &&
  !/^(?:auto|ffffff)?$/i.test(attribute(shading, "fill") ?? "") &&
  attribute(shading, "val") !== "nil"

// --- private --------------------------------------------------------------------------

const maxDepth = 30

/** A fill of letters without a colour, or of one that lets everything through (MS-ODRAWXML, section 2.23.1). */
const isTransparent = (fill: Node | undefined): boolean =>
  find(fill, "noFill") !== undefined ||
  elementsOf(find(fill, "solidFill")).some((color) => attribute(find(color, "alpha"), "val") === "100000")

/** In half points, and in per cent of a letter's width. */
const maxInvisibleSize = 3
const maxInvisibleWidth = 5

/** A colour in hexadecimal digits: white if it is the theme's ground as it is. */
const colorOf = (color: Node | undefined): string =>
  /^(?:background|light)1$/.test(attribute(color, "themeColor") ?? "") && attribute(color, "themeShade") === undefined
    ? "ffffff"
    : (attribute(color, "val") ?? "").toLowerCase()

/** Word writes names in English, other programs in the language of their user. */
const headingOf = (name: string): number | undefined => {
  if (titles.has(name)) return 1
  const [word = "", level = ""] = name.split(/ ?(?=[1-9]$)/)
  return level !== "" && headings.has(word) ? Number(level) : undefined
}
const titles = new Set(["title", "titel", "titre", "título", "titolo", "название", "タイトル", "标题"])
const headings = new Set(
  (
    "heading überschrift titre título titolo kop rubrik overskrift otsikko nagłówek nadpis címsor заголовок başlık " +
    "标题 標題 見出し 제목"
  ).split(" "),
)

const kindOf = (name: string): Style["kind"] =>
  codeStyle.test(name) ? "code" : quoteStyle.test(name) ? "quote" : undefined
const codeStyle = /\bcode\b|source ?code|html preformatted|preformatted text|verbatim|listing/
const quoteStyle = /\b(?:quote|quotations?|block text|zitat|citation)\b/

const plain: Style = {
  heading: undefined,
  kind: undefined,
  paragraph: new Map(),
  run: new Map(),
  isShaded: false,
  hasHead: false,
}

const isDefault = (node: Node): boolean => attribute(node, "type") === "paragraph" && attribute(node, "default") === "1"

const hasShading = (node: Node): boolean =>
  elementsOf(node).some((child) => (child.name === "shd" ? isFilled(child) : hasShading(child)))
