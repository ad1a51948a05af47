/** Markdown and MDX as pages: without front matter, imports and the tags of components; headings begin with `#`. */
import { UntrustedText } from "@porthole/core"

/** A page's title and its address on the web, if it has them, and its Markdown. */
export interface Markdown {
  readonly title: string | undefined
  readonly url: string | undefined
  readonly text: string
}

/** Reads Markdown or MDX. */
export const read = (source: string): Markdown => {
  const { body, title, url } = withoutFrontMatter(source)
  const lines: Array<string> = []
  let fence: string | undefined
  for (const line of body.split("\n")) {
    const mark = /^\s{0,12}(```+|~~~+)/.exec(line)?.[1]
    if (fence === undefined && mark !== undefined) fence = mark
    else if (fence !== undefined && mark?.startsWith(fence) === true) fence = undefined
    else if (fence === undefined) {
      if (isProgram.test(line) || isTag.test(line)) continue
      const level = underline.exec(line)?.[1]
      const above = lines.at(-1)
      if (
        level !== undefined &&
        above !== undefined &&
        /^[^\s#>|-]/.test(above) &&
        (lines.at(-2) ?? "").trim() === ""
      ) {
        lines[lines.length - 1] = `${level === "=" ? "#" : "##"} ${above.trim()}`
        continue
      }
    }
    lines.push(line)
  }
  const text = lines.join("\n").trim()
  return { title: title ?? headingOf(text), url, text }
}

/** The text with a title as its first heading, if it has none. */
export const titled = (title: string, text: string): string => (/^#{1,2} /m.test(text) ? text : `# ${title}\n\n${text}`)

// --- private --------------------------------------------------------------------------

const isProgram = /^(?:import\s.{0,500}\sfrom\s|import\s+["']|export\s+(?:const|default|function)\s)/
const isTag = /^\s*<\/?[A-Za-z][^<>]{0,500}>\s*$/
const underline = /^(=|-)\1{2,200}\s*$/

const withoutFrontMatter = (source: string): { readonly body: string } & Omit<Markdown, "text"> => {
  const text = source.replace(/^\ufeff/, "").replaceAll("\r\n", "\n")
  const end = text.startsWith("---\n") ? text.indexOf("\n---", 3) : -1
  if (end === -1) return { body: text, title: undefined, url: undefined }
  const matter = text.slice(0, end)
  const title = unquoted(/^title:[ \t]*(.{1,300})$/m.exec(matter)?.[1])
  // A generator's own `url` is a path.
  const url = unquoted(/^url:[ \t]*(.{1,9000})$/m.exec(matter)?.[1])
  return {
    body: text.slice(end + 4),
    title,
    url: url !== undefined && isAddress(url) ? url : undefined,
  }
}

/** Whether a text is a web address and nothing else: no words behind it, no invisible characters, no credentials. */
const isAddress = (text: string): boolean => {
  const url = URL.parse(text)
  return (
    url !== null &&
    /^https?:\/\//.test(text) &&
    url.username + url.password === "" &&
    !text.includes(" ") &&
    UntrustedText.clean(text, text.length).text === text
  )
}

/** The text of a value without its quotation marks, and without the backslashes before those within. */
const unquoted = (value = ""): string | undefined => {
  const [, double, single] = /^(?:"(.*)"|'(.*)')$/.exec(value.trim()) ?? []
  const text = double?.replaceAll(/\\(["\\])/g, "$1") ?? single?.replaceAll("''", "'") ?? value.trim()
  return text === "" ? undefined : text
}

/** The first heading's words. */
const headingOf = (text: string): string | undefined =>
  /^#{1,2}[ \t]+(.{1,300})$/m
    .exec(text)?.[1]
    ?.replace(/<[^<>]{0,300}>|[`*]|\[([^\]]{0,200})\]\([^()]{0,300}\)/g, "$1")
    .trim()
