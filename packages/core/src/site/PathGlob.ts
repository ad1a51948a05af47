/** Patterns of paths: `*` is any part of a segment, `**` any part of a path, `?` one character of a segment. */

/** Whether a path matches. `/guide/**` matches `/guide`, too. No pattern takes more than quadratic time. */
export const matches = (pattern: string, path: string): boolean =>
  matchesWhole(pattern, path) || (pattern.endsWith("/**") && path === pattern.slice(0, -"/**".length))

// --- private --------------------------------------------------------------------------

/**
 * Only the last `*` and the last `**` are retried: whatever an earlier one could match as well, a later one can match.
 */
const matchesWhole = (pattern: string, path: string): boolean => {
  let next = 0
  let at = 0
  let star: { readonly after: number; from: number } | undefined
  let doubleStar: { readonly after: number; from: number } | undefined
  for (;;) {
    if (pattern.startsWith("**", next)) {
      next += 2
      doubleStar = { after: next, from: at }
      star = undefined
    } else if (pattern.charAt(next) === "*") {
      next++
      star = { after: next, from: at }
    } else if (next < pattern.length && at < path.length && isSame(pattern.charAt(next), path.charAt(at))) {
      next++
      at++
    } else if (next === pattern.length && at === path.length) return true
    else if (star !== undefined && star.from < path.length && path.charAt(star.from) !== "/") {
      at = ++star.from
      next = star.after
    } else if (doubleStar !== undefined && doubleStar.from < path.length) {
      at = ++doubleStar.from
      next = doubleStar.after
      star = undefined
    } else return false
  }
}

const isSame = (wanted: string, character: string): boolean =>
  wanted === character || (wanted === "?" && character !== "/")
