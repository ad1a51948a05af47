/**
 * Formulas in Markdown: `$…$` within a line, `$$…$$` on one of its own.
 *
 * TeX isn't escaped as Markdown is: a backslash before each bracket would change what it means. Instead nothing in
 * it can be read as anything but TeX, by means that TeX doesn't mind. It ignores spaces, so one behind
 * a `<` keeps that from beginning a tag, and one within `](` keeps that from being a link. A dollar sign is
 * written as TeX's own `\$`, and a backtick, which would pair with one of real code, as a quotation mark.
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

/** Whether the last character would escape the sign that follows. */
const endsEscaping = (tex: string): boolean => (/\\*$/.exec(tex.slice(-200))?.[0].length ?? 0) % 2 === 1
