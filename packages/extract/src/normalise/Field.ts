/** Form fields. */

/** Whether a control is for typing or choosing. */
export const isField = (control: Element): boolean =>
  control.localName !== "input" ||
  !/^(?:checkbox|radio|button|submit|reset|image|hidden)$/i.test(control.getAttribute("type") ?? "")
