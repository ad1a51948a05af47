/**
 * TypeScript's declarations as a page: for each exported name its comment and signature. It is a reader of text: it
 * finds where statements begin and end, and resolves nothing.
 */
import * as Statements from "./Statements.ts"

/** The page of a file, without a title; empty if nothing is exported. */
export const toMarkdown = (source: string): string => {
  const { module, statements } = Statements.split(source)
  const listed = new Set(statements.flatMap(({ exports }) => exports))
  const isModule = statements.some(({ isExported, exports }) => isExported || exports.length > 0)
  const shown = statements.filter(({ isExported, name }) => !isModule || isExported || listed.has(name))
  const sections = sectionsOf(shown, "", 0)
  return sections.length === 0 ? "" : [...(module === "" ? [] : [commentText(module)]), ...sections].join("\n\n")
}

// --- private --------------------------------------------------------------------------

/** Maximum depth of namespaces that are shown by their members: each level is read again. */
const maxDepth = 8

/** Maximum characters of a shown signature, and of a body that is shown as it is. */
const maxSignature = 2_400
const maxBody = 900

/** The sections of statements; those of one name, such as overloads, are one. */
const sectionsOf = (
  statements: ReadonlyArray<Statements.Statement>,
  owner: string,
  depth: number,
): ReadonlyArray<string> => {
  const byName = new Map<string, Array<Statements.Statement>>()
  for (const statement of statements) {
    if (statement.name === "") continue
    const same = byName.get(statement.name)
    if (same === undefined) byName.set(statement.name, [statement])
    else same.push(statement)
  }
  return Array.from(byName).flatMap(([name, same]) => sectionOf(`${owner}${name}`, depth, same))
}

const sectionOf = (name: string, depth: number, same: ReadonlyArray<Statements.Statement>): ReadonlyArray<string> => {
  const comments = new Set(same.map(({ comment }) => commentText(comment)).filter((comment) => comment !== ""))
  const members: Array<string> = []
  const signatures = same.map((statement) => {
    const inner =
      statement.body === undefined || depth === maxDepth ? [] : Statements.members(statement.body, statement.kind)
    const isLong = (statement.body?.length ?? 0) > maxBody && inner.length > 1
    if (!isLong) return statement.comment === "" ? statement.text : withoutComments(statement.text)
    members.push(...sectionsOf(inner.toSorted(byComment), `${name}.`, depth + 1))
    return `${statement.head} { ${inner.map((member) => member.name).join(", ")} }`
  })
  const code = signatures.join("\n")
  const shown = code.length > maxSignature ? `${code.slice(0, maxSignature)} …` : code
  return [[`${depth === 0 ? "##" : "###"} ${name}`, ...comments, `\`\`\`ts\n${shown}\n\`\`\``].join("\n\n"), ...members]
}

/** A signature with a comment repeats it, for example at each of its overloads. */
const withoutComments = (code: string): string =>
  Statements.tokensOf(code)
    .filter((token) => !token.startsWith("/*"))
    .join("")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .join("\n")

/** Members without a comment come last: many are hardly documentation. */
const byComment = (a: Statements.Statement, b: Statements.Statement): number =>
  Number(a.comment === "") - Number(b.comment === "")

/** A comment as Markdown: without its stars and empty tags, and without headings of its own. */
const commentText = (comment: string): string => {
  const lines = comment
    .replace(/^\/\*\*/, "")
    .replace(/\*\/$/, "")
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trimEnd())
  let isCode = false
  const text = lines.flatMap((line) => {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    return isCode ? [line] : proseLine(line)
  })
  return [...text, ...(isCode ? ["```"] : [])]
    .join("\n")
    .replaceAll(/\n{3,}/g, "\n\n")
    .trim()
}

const proseLine = (line: string): ReadonlyArray<string> => {
  if (/^@(?:since|category|module|packageDocumentation|internal|public|export)\b/.test(line)) return []
  const [, tag] = /^@(\w{1,60})/.exec(line) ?? []
  const text = withoutLinks(tag === undefined ? line : taggedLine(tag, line.slice(tag.length + 1).trim()))
  const marks = headingOf(text)
  return [marks === 0 ? text : `**${text.slice(marks).trim()}**`]
}

/** The length of the marks of a heading; 0 if the line isn't one. */
const headingOf = (line: string): number => {
  const [, marks = ""] = /^(#{1,6}) /.exec(line) ?? []
  return line.slice(marks.length).trim() === "" ? 0 : marks.length
}

/** Each `{@link target label}` as its label, or its target as code. */
const withoutLinks = (line: string): string => {
  const [before = "", ...parts] = line.split("{@link")
  return [before, ...parts.map(linkText)].join("")
}

const linkText = (part: string): string => {
  const end = part.indexOf("}")
  const [kind = "", ...words] = part.slice(0, Math.max(0, end)).replaceAll("|", " ").split(" ")
  const [target, ...label] = words.filter((word) => word !== "")
  if (target === undefined || !["", "code", "plain"].includes(kind)) return `{@link${part}`
  return `${label.length === 0 ? `\`${target}\`` : label.join(" ")}${part.slice(end + 1)}`
}

const taggedLine = (tag: string, rest: string): string => {
  if (tag === "example") return rest === "" ? "\n**Example**\n" : `\n**Example** ${rest}\n`
  const [, name, about] = /^(?:\{[^{}]{0,200}\} *)?([\w$.[\]]{1,100}) *-? *(.*)/.exec(rest) ?? []
  return tag === "param" && name !== undefined ? `- \`${name}\`: ${about ?? ""}` : `- ${tag}: ${rest}`
}
