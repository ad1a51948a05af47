/**
 * The links of a `Link` header (RFC 8288 section 3), parsed leniently, as in appendix B.2: a link that can't be parsed
 * is skipped, and the next one counts.
 */

/** One link: its target, as written, and its parameters by lower-case name, the first of each name. */
export interface HeaderLink {
  readonly target: string
  readonly parameters: ReadonlyMap<string, string>
}

/** Maximum characters of a header that are read. */
export const maxLength = 16_384

/** The links of a header; several headers are one list, joined by commas (RFC 9110 section 5.3). */
export const parse = (header: string): ReadonlyArray<HeaderLink> => {
  const text = header.slice(0, maxLength)
  const links: Array<HeaderLink> = []
  let at = 0
  while (at < text.length) {
    // White space and commas are skipped first: the target's pattern would backtrack over them from each position.
    at = matchAt(betweenPattern, text, at)?.end ?? at
    const target = matchAt(targetPattern, text, at)
    if (target === undefined) {
      at = pastComma(text, at)
      continue
    }
    at = target.end
    const parameters = new Map<string, string>()
    for (let found = matchAt(parameterPattern, text, at); found !== undefined;) {
      const [name = "", quoted, token = ""] = found.groups
      const key = name.toLowerCase()
      if (!parameters.has(key)) parameters.set(key, quoted?.replace(/\\(.)/gs, "$1") ?? token)
      at = found.end
      found = matchAt(parameterPattern, text, at)
    }
    links.push({ target: target.groups[0] ?? "", parameters })
    at = pastComma(text, at)
  }
  return links
}

// --- private --------------------------------------------------------------------------

interface Match {
  readonly groups: ReadonlyArray<string | undefined>
  readonly end: number
}

const betweenPattern = /[\s,]*/y
const targetPattern = /<([^<>]*)>/y
const parameterPattern = /\s*;[\s;]*([^\s;,="<>]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/sy

const matchAt = (pattern: RegExp, text: string, at: number): Match | undefined => {
  pattern.lastIndex = at
  const found = pattern.exec(text)
  return found === null ? undefined : { groups: found.slice(1), end: pattern.lastIndex }
}

const pastComma = (text: string, from: number): number => {
  const comma = text.indexOf(",", from)
  return comma === -1 ? text.length : comma + 1
}
