/** reStructuredText as Markdown: headings, literal blocks and roles. The rest stays as it is written. */

/** Converts a page. */
export const toMarkdown = (source: string): string => {
  const lines = source.replaceAll("\r\n", "\n").split("\n")
  const levels: Array<string> = []
  const output: Array<string> = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at] ?? ""
    const mark = markOf(lines[at + 1])
    if (mark !== undefined && line.trim() !== "" && line.trim().length <= (lines[at + 1] ?? "").trim().length) {
      if (!levels.includes(mark)) levels.push(mark)
      output.push(`${"#".repeat(Math.min(6, levels.indexOf(mark) + 1))} ${inline(line.trim())}`, "")
      at++
    } else if (markOf(line) !== undefined && markOf(lines[at + 2]) === markOf(line)) {
      // The line above a title; the one below says the level.
    } else if (isLiteral(line)) {
      const end = endOfLiteral(lines, at + 1)
      const code = lines.slice(at + 1, end).filter((each, i) => i > 0 || each.trim() !== "")
      const language = languageOf(line)
      if (language === undefined) output.push(inline(line.replace(/::\s*$/, ":")), "")
      output.push(`\`\`\`${language ?? ""}`, ...code.map((each) => each.replace(/^ {1,4}/, "")), "```")
      at = end - 1
    } else if (!/^\s*\.\. (?:_|index::|toctree::|\w+:: *$)/.test(line)) output.push(inline(line))
  }
  return output.join("\n")
}

// --- private --------------------------------------------------------------------------

const markOf = (line: string | undefined): string | undefined =>
  /^([=\-~^"'`#*+.:_<>])\1{2,200}\s*$/.exec(line ?? "")?.[1]

/** The language of a block of code: empty if it has none, `undefined` if the line begins no such block. */
const languageOf = (line: string): string | undefined => {
  const [mark = "", rest = ""] = line.trim().split("::", 2)
  return directives.has(mark) ? (/^[\w+-]{0,30}/.exec(rest.trim())?.[0] ?? "") : undefined
}

const directives: ReadonlySet<string> = new Set(
  ["code-block", "code", "sourcecode", "highlight"].map((name) => `.. ${name}`),
)

const isLiteral = (line: string): boolean => languageOf(line) !== undefined || /(?:^|[^:.\s])\s?::\s*$/.test(line)

/** Where the indented lines end. */
const endOfLiteral = (lines: ReadonlyArray<string>, from: number): number => {
  let end = from
  while (end < lines.length && /^(?:\s|$)/.test(lines[end] ?? "")) end++
  return end
}

const inline = (line: string): string =>
  line.replace(/:[\w:+-]{1,40}:`~?([^`<]{1,300})(?:<[^<>`]{0,300}>)?`/g, "`$1`").replaceAll("``", "`")
