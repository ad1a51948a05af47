/**
 * Formulas in Markdown: `$…$` within a line, `$$…$$` on one of its own.
 *
 * Backslashes would change the meaning of TeX, so Markdown's escapes don't serve. TeX ignores spaces: a space after `<`
 * prevents a tag, and a space within `](` prevents a link. A dollar sign becomes TeX's own `\$`, and a backtick, which
 * would pair with one of real code, becomes a quotation mark.
 */

/** Writes TeX as Markdown. */
export const mathIn = (tex: string, isDisplay: boolean): string => {
  const safe = tex.replace(
    /\\[^]|`|\$|<(?=[a-z/!?])|\](?=[([])/gi,
    (sign) => substitutes.get(sign) ?? (sign.length > 1 ? sign : `${sign} `),
  )
  const closed = endsEscaping(safe) ? `${safe} ` : safe
  return isDisplay ? `\n\n$$${closed}$$\n\n` : `$${closed}$`
}

// --- private --------------------------------------------------------------------------

const substitutes: ReadonlyMap<string, string> = new Map([
  ["`", "‘"],
  ["$", "\\$"],
])

/** Whether the last character would escape the delimiter that follows. */
const endsEscaping = (tex: string): boolean => (/\\*$/.exec(tex.slice(-200))?.[0].length ?? 0) % 2 === 1
