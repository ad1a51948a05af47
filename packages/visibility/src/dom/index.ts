/** The tree of a document: fast access to linkedom's nodes, selectors, and texts. */
export {
  appendAll,
  beginningOf,
  childrenOf,
  hasMoreChildren,
  headingLevel,
  isElement,
  isText,
  lineOf,
  onOneLine,
  rename,
  trimmedLength,
  unwrap,
  weightOf,
  weightsOf,
} from "./Dom.ts"
export { addAttribute, append, attributesOf, elementsIn, emptyDocument, hasAttributeIn } from "./Linkedom.ts"
export { memoized } from "./Memo.ts"
export { first, nearest, select } from "./Select.ts"
