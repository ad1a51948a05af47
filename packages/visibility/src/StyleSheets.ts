/** The style sheets of a document: rules with relevant declarations, layers and keyframes. */
import { containerApply, mediaApply, supportsApply } from "./Conditions.ts"
import { type Declaration, declarationsOf } from "./Declaration.ts"
import { importsIn } from "./Imports.ts"
import { maxImportDepth } from "./css/DataSheets.ts"
import { type Block, blocksOf, listOf, partsOf } from "./css/Syntax.ts"

/** A cascade layer. Its rank is known once all sheets are read; the greater one wins. The browser's own rank is 0. */
export interface Layer {
  readonly children: Map<string, Layer>
  rank: number
}

/** A rule with the text of its selectors, nesting resolved. */
export interface StyleRule {
  readonly selectors: string
  readonly declarations: ReadonlyArray<Declaration>
  readonly layer: Layer
  readonly order: number
  /** The shadow tree that the rule belongs to; empty for the document, `undefined` for the browser's own rules. */
  readonly scope: string | undefined
}

/** The declarations at a moment of an animation, between its start (0) and its end (1). */
export interface Frame {
  readonly at: number
  readonly declarations: ReadonlyArray<Declaration>
}

/** The style sheets of one document. */
export class StyleSheets {
  readonly rules: Array<StyleRule> = []
  readonly keyframes = new Map<string, ReadonlyArray<Frame>>()
  /** The initial values of registered custom properties. */
  readonly initialVariables = new Map<string, string>()
  /** Whether a sheet imports another, which isn't read. */
  hasUnread = false
  private readonly root: Layer = { children: new Map(), rank: 0 }
  private nestedLength = 0
  /** The text about containers so far; rules for containers apply only if it declares one. */
  private containers = ""
  private readonly mayMatch: (selectors: string) => boolean

  /** Rules whose selectors can't match aren't read. */
  constructor(mayMatch: (selectors: string) => boolean) {
    this.mayMatch = mayMatch
  }

  /** Adds a sheet after the earlier ones; `scope` names its shadow tree. */
  add(css: string, scope: string | undefined): void {
    this.readSheet(css, { selectors: "", layer: this.root, scope, within: undefined }, 0)
  }

  /** Ranks the layers: inner layers before the rules beside them, and rules without a layer last. */
  rank(): void {
    let rank = 0
    const visit = (layer: Layer): void => {
      for (const child of layer.children.values()) visit(child)
      layer.rank = ++rank
    }
    visit(this.root)
  }

  private readSheet(css: string, context: RuleContext, depth: number): void {
    const sheet = blocksOf(css, "sheet")
    for (const part of sheet.content) {
      if (typeof part !== "string") break
      this.readStatement(part, context)
    }
    for (const { css: imported, layer } of importsIn(sheet)) {
      if (imported === undefined || depth >= maxImportDepth) this.hasUnread = true
      else
        this.readSheet(
          imported,
          layer === undefined ? context : { ...context, layer: layerIn(context.layer, layer) },
          depth + 1,
        )
    }
    this.containers += css.match(/\bcontainer(?:-type|-name)?\s*:[^;}]{0,200}/gi)?.join(" ") ?? ""
    this.read(sheet, context)
  }

  private read(block: Block, context: RuleContext): void {
    const isRead = context.selectors !== "" && this.mayMatch(context.selectors)
    const declarations = isRead
      ? declarationsIn(block, context.scope === undefined ? undefined : context.selectors)
      : []
    if (declarations.length > 0) this.rules.push({ ...context, declarations, order: this.rules.length })
    for (const part of block.content) {
      if (typeof part === "string") this.readStatement(part, context)
      else if (part.prelude.startsWith("@")) this.readGroup(part, context)
      else this.readStyleRule(part, context)
    }
  }

  private readStyleRule(block: Block, context: RuleContext): void {
    const { within } = context
    if (context.selectors === "") {
      const selectors = within === undefined ? block.prelude : scopedTo(within, block.prelude)
      return this.read(block, { ...context, selectors })
    }
    if (block.prelude.length > maxNestedLength) return
    const selectors = nestedIn(context.selectors, block.prelude)
    this.nestedLength += selectors.length
    if (selectors.length <= maxNestedLength && this.nestedLength <= maxNested)
      this.read(block, { ...context, selectors })
  }

  private readGroup(block: Block, context: RuleContext): void {
    const [, name = "", condition = ""] = /^@(?:-webkit-)?([a-z]*)\s*([^]*)$/i.exec(block.prelude) ?? []
    const kind = name.toLowerCase()
    if (kind === "keyframes" && condition !== "none")
      this.keyframes.set(condition.replaceAll(/["']/g, "").toLowerCase(), block.content.flatMap(framesOf))
    else if (kind === "property") this.register(condition.trim(), block)
    else if (kind === "scope") this.readScope(block, context, scopeOf(condition))
    else if (kind === "layer") this.read(block, { ...context, layer: layerIn(context.layer, condition) })
    else if (
      (kind === "media" && mediaApply(condition)) ||
      (kind === "supports" && supportsApply(condition)) ||
      (kind === "container" && containerApply(condition, this.containers))
    )
      this.read(block, context)
  }

  /** Reads a scope. Only those that declare their roots are read; other ones depend on the place of the sheet. */
  private readScope(block: Block, context: RuleContext, within: RuleContext["within"]): void {
    if (within !== undefined) this.read(block, { ...context, within })
  }

  private register(name: string, block: Block): void {
    const [, value] =
      block.content
        .map((part) => (typeof part === "string" ? /^initial-value\s*:([^]*)$/i.exec(part) : null))
        .find((found) => found !== null) ?? []
    if (name.startsWith("--") && value !== undefined) this.initialVariables.set(name, value.trim())
  }

  private readStatement(statement: string, { layer }: RuleContext): void {
    const [, names] = /^@layer\s+([^]*)$/i.exec(statement) ?? []
    for (const name of names?.split(",") ?? []) layerIn(layer, name)
  }
}

/** The declarations of a `style` attribute. */
export const declarationsOfStyle = (style: string): ReadonlyArray<Declaration> =>
  declarationsIn(blocksOf(style, "style"), undefined)

// --- private --------------------------------------------------------------------------

interface RuleContext extends Pick<StyleRule, "selectors" | "layer" | "scope"> {
  /** The elements that an `@scope` rule is about, and those below which it ends, as selectors. */
  readonly within: { readonly roots: string; readonly limits: string | undefined } | undefined
}

const maxNestedLength = 2_000
/** Maximum characters of the selectors that nesting generates. */
const maxNested = 1_000_000

const declarationsIn = ({ content }: Block, ruleSelectors: string | undefined): ReadonlyArray<Declaration> =>
  content.flatMap((part) => (typeof part === "string" ? declarationsOf(part, ruleSelectors) : []))

const framesOf = (part: Block | string): ReadonlyArray<Frame> => {
  if (typeof part === "string") return []
  const declarations = declarationsIn(part, undefined)
  const stops = part.prelude.toLowerCase().split(",")
  return stops.flatMap((stop) => {
    const at = Number.parseFloat(stop.trim().replace("from", "0").replace("to", "100")) / 100
    return at >= 0 && at <= 1 ? [{ at, declarations }] : []
  })
}

const layerIn = (parent: Layer, path: string): Layer => {
  let layer = parent
  for (const part of path.trim() === "" ? [`anonymous ${parent.children.size}`] : path.split(".")) {
    const child = layer.children.get(part.trim()) ?? { children: new Map(), rank: 0 }
    layer.children.set(part.trim(), child)
    layer = child
  }
  return layer
}

/** The selectors between which an `@scope` rule applies. */
const scopeOf = (condition: string): RuleContext["within"] => {
  const [first = "", to = "", last = ""] = partsOf(condition)
  if (!first.startsWith("(") || (to !== "" && to.toLowerCase() !== "to")) return undefined
  return { roots: first.slice(1, -1), limits: last.startsWith("(") ? last.slice(1, -1) : undefined }
}

/** The selectors of a rule in a scope (CSS Cascading Level 6): its roots and their descendants, up to the limits. */
const scopedTo = ({ limits, roots }: NonNullable<RuleContext["within"]>, selectors: string): string =>
  listOf(selectors)
    .map((own) => {
      const until = limits === undefined ? "" : `:not(:where(${limits}, ${limits} *))`
      const inside = /:scope\b|&/.test(own)
        ? own.replaceAll(/:scope\b|&/g, `:where(${roots})`)
        : `:where(${roots}) ${own}`
      const [subject = "", pseudo = ""] = inside.split(/(?=::)/)
      return `${subject}${until}${pseudo}`
    })
    .join(",")

/** The selectors of a nested rule (CSS Nesting): `&` stands for the outer ones. */
const nestedIn = (outer: string, inner: string): string =>
  listOf(inner)
    .map((selector) =>
      selector.includes("&") ? selector.replaceAll("&", () => `:is(${outer})`) : `:is(${outer}) ${selector}`,
    )
    .join(",")
