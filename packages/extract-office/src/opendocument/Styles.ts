/** The styles of an OpenDocument file, each with what it inherits (OpenDocument 1.3, part 3, section 16). */
import { attribute, elementsOf, find, type Node } from "../container/Xml.ts"

/** A style. */
export interface Style {
  /** Its name and those of the styles that it is based on, in lower case. */
  readonly names: ReadonlyArray<string>
  /** Its properties by their names without prefix: `font-weight`. */
  readonly properties: ReadonlyMap<string, string>
}

/** The styles of a document. */
export interface Styles {
  /** A style by its family, such as `paragraph`, and its name. */
  readonly styleOf: (family: string, name: string | undefined) => Style
  /** The levels of a list's style, or those of headings without a name. */
  readonly levelsOf: (name: string | undefined) => ReadonlyMap<number, Node>
  /** The size of the pages of a master page, in centimetres; infinite if it isn't known. */
  readonly sizeOf: (master: string | undefined) => { readonly width: number; readonly height: number }
}

/** Reads the styles of several parts; a later one takes precedence. */
export const stylesOf = (parts: ReadonlyArray<Node | undefined>): Styles => {
  const groups = parts.flatMap((part) =>
    ["styles", "automatic-styles", "master-styles"].flatMap((name) => elementsOf(find(part, name))),
  )
  const nodes = new Map<string, Node>()
  const lists = new Map<string | undefined, ReadonlyMap<number, Node>>()
  for (const node of groups) {
    const name = attribute(node, "name") ?? ""
    // The default style of a family, which has no name, is the base of those without another.
    if (/^(?:default-)?style$/.test(node.name)) nodes.set(`${attribute(node, "family") ?? ""}/${name}`, node)
    else if (node.name === "list-style") lists.set(name, levelsIn(node))
    else if (node.name === "outline-style") lists.set(undefined, levelsIn(node))
    else if (node.name === "page-layout" || node.name === "master-page") nodes.set(`${node.name}/${name}`, node)
  }
  const known = new Map<string, Style>()
  const resolve = (key: string, family: string, depth: number): Style => {
    const [node, found] = [nodes.get(key), known.get(key)]
    if (found !== undefined) return found
    // Some programs write no definition of their usual styles.
    if (node === undefined) return { names: [shownName(key.slice(family.length + 1))], properties: new Map() }
    if (depth > maxDepth) return plain
    const parent = `${family}/${attribute(node, "parent-style-name") ?? ""}`
    const base = parent === key ? plain : resolve(parent, family, depth + 1)
    const name = shownName(attribute(node, "display-name") ?? attribute(node, "name") ?? "")
    const style = {
      names: [name, ...base.names],
      properties: new Map([...base.properties, ...propertiesIn(node)]),
    }
    known.set(key, style)
    return style
  }
  return {
    styleOf: (family, name) => resolve(`${family}/${name ?? ""}`, family, 0),
    levelsOf: (name) => lists.get(name) ?? new Map(),
    sizeOf: (master) => {
      const layout = attribute(nodes.get(`master-page/${master ?? ""}`), "page-layout-name") ?? ""
      const page = find(nodes.get(`page-layout/${layout}`), "page-layout-properties")
      const endless = Number.POSITIVE_INFINITY
      return {
        width: lengthOf(attribute(page, "page-width")) ?? endless,
        height: lengthOf(attribute(page, "page-height")) ?? endless,
      }
    },
  }
}

/** Whether nobody sees the text of a style: it is hidden, tiny, or as its ground. */
export const isHidden = ({ properties }: Style, hasGround: boolean): boolean => {
  const size = properties.get("font-size") ?? ""
  if (properties.get("display") === "none" || properties.get("display") === "true") return true
  if (size.endsWith("pt") && Number.parseFloat(size) <= maxInvisibleSize) return true
  const [color = "", ground = "transparent"] = [properties.get("color"), properties.get("background-color")]
  if (ground !== "transparent") return color !== "" && color === ground
  return !hasGround && /^#f[a-f0-9]f[a-f0-9]f[a-f0-9]$/i.test(color)
}

/** Whether a style has a ground of its own. */
export const hasOwnGround = ({ properties }: Style): boolean => {
  const fill = properties.get("fill") ?? "none"
  return (properties.get("background-color") ?? "transparent") !== "transparent" || fill !== "none"
}

/** A length in centimetres. */
export const lengthOf = (text: string | undefined): number | undefined => {
  const [, size, unit = ""] = /^(-?[\d.]{1,20})(cm|mm|in|pt)$/.exec(text ?? "") ?? []
  return size === undefined ? undefined : Number(size) * (units.get(unit) ?? 1)
}

// --- private --------------------------------------------------------------------------

const maxDepth = 30
/** In points. */
const maxInvisibleSize = 1.5

const units = new Map([
  ["mm", 0.1],
  ["in", 2.54],
  ["pt", 2.54 / 72],
])

const shownName = (name: string): string => name.replaceAll("_20_", " ").toLowerCase()

const plain: Style = { names: [], properties: new Map() }

const levelsIn = (style: Node): ReadonlyMap<number, Node> =>
  new Map(elementsOf(style).map((level) => [Number(attribute(level, "level") ?? 0), level]))

/** The display of a text isn't the one of a table: the first hides if it is `none`, the second if it is `false`. */
const propertiesIn = (style: Node): ReadonlyArray<readonly [string, string]> =>
  elementsOf(style)
    .filter(({ name }) => name.endsWith("-properties"))
    .flatMap((node) =>
      Object.entries(node.attributes).map(([name, value]): readonly [string, string] => {
        const local = name.slice(name.indexOf(":") + 1)
        return [name === "table:display" ? "table-display" : local, value]
      }),
    )
