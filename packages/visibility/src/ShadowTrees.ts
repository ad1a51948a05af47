/**
 * Flattens declarative shadow trees: a host shows its shadow tree, with its own children in the slots. Children without
 * a slot aren't shown. The parser leaves the template as an element with the attribute `shadowrootmode`.
 */
import { childrenOf, isElement, isText, unwrap, weightOf } from "./dom/Dom.ts"
import { select } from "./dom/Select.ts"

/** The flattened shadow trees of a document. */
export interface ShadowTrees {
  /** Names the shadow tree that an element came from; empty for the document's own elements. */
  readonly scopeOf: (element: Element) => string
  /** The number of children with text that weren't shown. */
  readonly removed: number
}

/** Flattens shadow trees; `roots` are the elements that the parser leaves for them. */
export const flattenShadowTrees = (roots: ReadonlyArray<Element>): ShadowTrees => {
  const scopes = new Map<Element, string>()
  let removed = 0
  for (const root of roots) {
    const host = root.parentElement
    if (host === null || host.hasAttribute(hostMark)) continue
    host.setAttribute(hostMark, "")
    const scope = `shadow ${scopes.size + 1}`
    for (const element of select(root, "*")) if (!scopes.has(element)) scopes.set(element, scope)
    for (const style of select(root, "style")) style.textContent = withMarkSelectors(style.textContent ?? "")
    const light = childrenOf(host).filter((child) => child !== root)
    for (const slot of select(root, "slot")) fill(slot, light)
    for (const child of light) {
      if (child.parentNode !== host) continue
      if (weightOf(child) > 0) removed++
      child.remove()
    }
    unwrap(root)
  }
  return { scopeOf: (element) => scopes.get(element) ?? "", removed }
}

// --- private --------------------------------------------------------------------------

/** Marks the host of a flattened shadow tree, and an element in a slot. */
const hostMark = "data-shadow-host"
const slottedMark = "data-shadow-slotted"

/** A style sheet whose selectors for the host and for slotted elements select the marks instead. */
const withMarkSelectors = (css: string): string =>
  css
    .replaceAll("::slotted(", `[${slottedMark}]:is(`)
    .replaceAll(":host(", `[${hostMark}]:is(`)
    .replaceAll(/:host(?![\w-])/g, `[${hostMark}]`)

/** Moves children to their slots; an empty slot shows its own content. */
const fill = (slot: Element, light: ReadonlyArray<ChildNode>): void => {
  const name = slot.getAttribute("name") ?? ""
  const assigned = light.filter((child) =>
    isElement(child) ? (child.getAttribute("slot") ?? "") === name : name === "" && isText(child),
  )
  if (assigned.every((child) => weightOf(child) === 0 && !isElement(child))) return
  if (assigned.some((child) => slot.contains(child))) return
  slot.replaceChildren(...assigned)
  for (const child of assigned) if (isElement(child)) child.setAttribute(slottedMark, "")
}
