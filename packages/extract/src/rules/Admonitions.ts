/** Boxes whose class alone says that they are a warning. */
import { beginningOf, elementsIn, first } from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import type { DocumentRule } from "../phases/Rule.ts"

/** Writes the kind of a box beside the text. */
export const admonitions: DocumentRule = {
  name: "admonitions",
  case: "A warning is more than a paragraph, but only the class of its box says so.",
  phase: "document",
  reads: { attributes: ["class"], classes: ["admonition", "admonitionKind"] },
  run: ({ root }) => {
    for (const box of elementsIn(root, isAdmonition)) {
      const [, kind = ""] = admonitionKind.exec(box.getAttribute("class") ?? "") ?? []
      const start = beginningOf(box, 60).toLowerCase()
      if (start === "" || start.includes(kind.toLowerCase()) || first(box, titles) !== null) continue
      const title = box.ownerDocument.createElement("p")
      const words = box.ownerDocument.createElement("strong")
      words.append(kind.replace(/^./, (letter) => letter.toUpperCase()))
      title.append(words)
      box.prepend(title)
    }
  },
}

// --- private --------------------------------------------------------------------------

const isAdmonition = (element: Element): boolean => {
  if (element.localName !== "div" && element.localName !== "aside") return false
  const classes = element.getAttribute("class") ?? ""
  return admonitionClass.test(classes) && admonitionKind.test(classes)
}

const admonitionClass = patternOf("admonition")
const admonitionKind = patternOf("admonitionKind")
const titles = "[class*=title], [class*=heading], h1, h2, h3, h4, h5, h6"
