/** Whether an element is hidden by what it carries itself, for stages before the style sheets are read. */
import { boxCauses } from "./Box.ts"
import { valuesOfStyle } from "./Cascade.ts"
import { initialContext, unseen, within } from "./Context.ts"

/** Whether an element's attributes or its own style hide it. */
export const hidesItself = (element: Element): boolean => {
  const values = valuesOfStyle(element.getAttribute("style") ?? "")
  const context = initialContext(false)
  const isHidden = element.hasAttribute("hidden") || boxCauses({ element, values, context, index: 0 }).length > 0
  return isHidden || unseen(within(context, values)) !== undefined
}
