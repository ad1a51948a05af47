/**
 * The `Link` header (RFC 8288 section 3): what a site says of a page beside it. Read leniently, as appendix B.2 has it:
 * a link that can't be read is passed over, and the next one counts.
 */

/** One link: where it leads, as written, and its parameters by lower-case name, the first of a name. */
export interface Link {
  readonly target: string
  readonly parameters: ReadonlyMap<string, string>
}

/** Characters of a header that are read. */
export const longest = 16_384

/** The links of a header; several headers are one list, joined by commas (RFC 9110 section 5.3). */
export const parse = (header: string): ReadonlyArray<Link> => {
  const text = header.slice(0, longest)
  const links: Array<Link> = []
  let at = 0
  while (at < text.length) {
    // Apart from the target's own pattern, which would go back over a run of these from each of them.
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
