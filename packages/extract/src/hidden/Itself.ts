/** Whether an element is hidden by what it carries itself, for stages before the style sheets are read. */
import { boxCauses } from "./Box.ts"
import { valuesOfStyle } from "./Cascade.ts"
import { initialContext, unseen, within } from "./Context.ts"
import { browserStyleOf } from "./Markup.ts"

/** Whether an element's attributes or its own style hide it. */
export const hidesItself = (element: Element): boolean => {
  const style = `${browserStyleOf(element)}${element.getAttribute("style") ?? ""}`
  if (style === "") return false
  const values = valuesOfStyle(style)
  const context = initialContext(false)
  const isHidden = boxCauses({ element, values, context, index: 0 }).length > 0
  return isHidden || unseen(within(context, element, values)) !== undefined
}
