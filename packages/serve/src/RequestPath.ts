/** The path of a request, as its client wrote it: nothing is decoded or normalised, so that it has one spelling. */

/** The path of a request's target. */
export const pathOf = (target: string): string => target.split("?", 1)[0] ?? ""
