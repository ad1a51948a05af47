/**
 * Other services select paths by regular expressions, which may match anywhere in a path. Those that are text, with
 * `.*` for any part, have a pattern of ours (`PathGlob`) with the same meaning; the others have none.
 */

/** The patterns of expressions; `undefined` if one has none. */
export const ofExpressions = (expressions: unknown): ReadonlyArray<string> | undefined => {
  if (!Array.isArray(expressions)) return undefined
  const patterns = expressions.map((expression) =>
    typeof expression === "string" ? ofExpression(expression) : undefined,
  )
  return patterns.every((pattern) => pattern !== undefined) ? patterns : undefined
}

// --- private --------------------------------------------------------------------------

const ofExpression = (expression: string): string | undefined => {
  const isStart = expression.startsWith("^")
  const isEnd = expression.endsWith("$") && !expression.endsWith("\\$")
  // At the end, "/*" is any number of slashes: also none, and more than the text may follow.
  const body = expression.slice(isStart ? 1 : 0, isEnd ? -1 : undefined).replace(/\/\*$/, "")
  if (body === "" || !text.test(body)) return undefined
  const pattern = body.replaceAll(".*", "**").replace(/\\(.)/g, "$1")
  return `${isStart ? "" : "**"}${pattern}${isEnd ? "" : "**"}`.replace(/\*{3,}/g, "**")
}

/** Characters that stand for themselves, escaped ones, and `.*`. */
const text = /^(?:[\w/%~=-]|\\[-/._]|\.\*)+$/
