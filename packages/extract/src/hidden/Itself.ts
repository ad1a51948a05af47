/** Whether an element is hidden by what it carries itself, for stages that can't wait for the stylesheets. */
import { Cascade } from "./Cascade.ts"
import { isHiddenByMarkup } from "./Markup.ts"
import { placeOfTag } from "./Place.ts"
import { hidingsOf, initial, unseen, within } from "./Visibility.ts"

/** Whether an element's attributes or its own style hide it. */
export const hidesItself = (element: Element): boolean => {
  if (element.hasAttribute("hidden")) return isHiddenByMarkup(element)
  const values = noSheets.valuesOf(placeOfTag(element, element.localName))
  return hidingsOf(values).length > 0 || unseen(within(initial, values)) !== undefined
}

// --- private --------------------------------------------------------------------------

const noSheets = new Cascade()
