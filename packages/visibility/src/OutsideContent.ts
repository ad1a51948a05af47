/** Parts that aren't content of a page even when they are open: dialogs, menus, and the page's navigation. */
import { nearest } from "./dom/Select.ts"

/** Whether an element is such a part, or within the page's navigation. */
export const isOutsideContent = (element: Element): boolean =>
  element.localName === "dialog" ||
  element.getAttribute("aria-modal") === "true" ||
  /dialog|menu|tooltip|listbox/.test(element.getAttribute("role") ?? "") ||
  nearest(element, "nav, header, footer, [role=navigation]") !== null
