/**
 * A rule that leads from the address of a page to a better address of the same text, such as from GitHub's view of a
 * file to the file.
 *
 * Its sides are templates of https URLs. `{name}` stands for one label of a host or one segment of a path, `{name*}`
 * for one or more, `{name:number}`, `{name:hex}` and `{name:id}` for one of that form; text may stand around it in its
 * segment. `?name={name}` stands for a parameter, in the query or in the fragment. Other parameters don't count where
 * the rule names the site; a template of any site (`{name*}` in its host) is about no address with others in its query.
 *
 * The host of the better address is written in the rule, or made of the page's own host: no path, query or fragment
 * gets into it. Its path never climbs out of the place that the rule gives a segment.
 */
import { hostOf } from "./HostName.ts"

/** One rule. */
export interface AddressRule {
  /** A name for messages, settings and logs. */
  readonly name: string
  /**
   * `before`: the page's view holds no text, so the better address is read first, and the page only if that fails.
   * `after`: it is read only if the page held hardly any text, or couldn't be read.
   */
  readonly when: "before" | "after"
  /** Templates of pages, each with every name of `to`. */
  readonly from: ReadonlyArray<string>
  /** The template of the better address; `{host}` is the page's host. */
  readonly to: string
  /** Whether `to` is a site's list of its pages, whose entry for the page is the better address. */
  readonly isList?: true
  /** Whether the better page must have the page's title, because the address doesn't prove that it is the same. */
  readonly hasSameTitle?: true
  /** What is there, for the sentence to the model. */
  readonly told: string
  /** Where the site documents the better address. */
  readonly source: string
}

/** A page's address in parts, for the rules. */
export interface Place {
  readonly url: URL
  readonly host: string
  readonly labels: ReadonlyArray<string>
  readonly segments: ReadonlyArray<string>
}

/** The parts of a page's address; `undefined` if it names a port, which no rule is about. */
export const placeOf = (url: URL): Place | undefined => {
  const host = hostOf(url)
  const segments = url.pathname === "/" ? [] : withoutSlash(url.pathname.slice(1)).split("/")
  return url.port === "" ? { url, host, labels: host.split("."), segments } : undefined
}

/** The better address of a page by a rule; `undefined` if the rule isn't about the page. */
export const apply = ({ from, to }: Pick<AddressRule, "from" | "to">, page: Place): string | undefined => {
  for (const text of from) {
    const template = parse(text)
    const values = template === undefined ? undefined : match(template, page)
    if (values !== undefined) return filled(to, values)
  }
  return undefined
}

/** Whether the templates of a rule are right, so that {@link apply} can use them. */
export const isValid = ({ from, to }: Pick<AddressRule, "from" | "to">): boolean => {
  const target = parse(to)
  return target !== undefined && isCanonical(to) && from.every((text) => leadsTo(parse(text), target))
}

// --- private --------------------------------------------------------------------------

/** A template, compiled. */
interface Template {
  readonly host: ReadonlyArray<Piece>
  readonly path: ReadonlyArray<Piece>
  readonly query: ReadonlyArray<readonly [name: string, piece: Piece]>
}

/** A label or segment: its text, or the text around the value of a name. */
interface Piece {
  readonly before: string
  readonly after: string
  readonly name: string | undefined
  readonly form: RegExp
  /** Whether the name has one or more of them. */
  readonly isRest: boolean
}

const scheme = "https://"

/** The name that every template has: the page's whole host. */
const wholeHost = "host"

const forms: ReadonlyMap<string, RegExp> = new Map([
  ["", /^[^]+$/],
  ["number", /^\d{1,20}$/],
  ["hex", /^[0-9a-f]{7,64}$/],
  ["id", /^[\w-]{16,128}$/],
])

/** A name in its segment. */
const placeholder = /\{([a-z]{1,20})(\*?)(?::([a-z]{1,6}))?\}/

/** The same, for each name of a text. */
const placeholders = /\{([a-z]{1,20})(\*?)(?::([a-z]{1,6}))?\}/g

/** A value that may stand in a query. */
const plain = /^[\w.~-]+$/

const compiled = new Map<string, Template | undefined>()

/** A template of https; `undefined` for any other text. */
const parse = (text: string): Template | undefined => {
  // The rules are few: those of the table and of the settings.
  if (!compiled.has(text)) compiled.set(text, compile(text))
  return compiled.get(text)
}

const compile = (text: string): Template | undefined => {
  if (!text.startsWith(scheme) || text.includes("#") || text.includes(" ")) return undefined
  const [address, queryText = ""] = splitAt(text.slice(scheme.length), "?")
  const [hostText, pathText = ""] = splitAt(address, "/")
  const host = piecesOf(hostText.split("."))
  const path = piecesOf(pathText === "" ? [] : withoutSlash(pathText).split("/"))
  const query = parametersOf(queryText)
  return hostText === "" || host === undefined || path === undefined || query === undefined
    ? undefined
    : { host, path, query }
}

const parametersOf = (text: string): Template["query"] | undefined => {
  const query: Array<readonly [string, Piece]> = []
  for (const one of text === "" ? [] : text.split("&")) {
    const [name, value = ""] = splitAt(one, "=")
    const piece = pieceOf(value)
    if (name === "" || piece === undefined) return undefined
    query.push([name, piece])
  }
  return query
}

const piecesOf = (texts: ReadonlyArray<string>): ReadonlyArray<Piece> | undefined => {
  const pieces = texts.map(pieceOf)
  return pieces.every((piece) => piece !== undefined) ? pieces : undefined
}

/** A piece of a template; `undefined` if it has a brace without meaning, or two names. */
const pieceOf = (text: string): Piece | undefined => {
  const [whole = "", name, star = "", kind = ""] = placeholder.exec(text) ?? []
  const form = forms.get(kind)
  const at = name === undefined ? text.length : text.indexOf(whole)
  const [before, after] = [text.slice(0, at), text.slice(at + whole.length)]
  if (form === undefined || (star !== "" && before + after !== "")) return undefined
  // A template that fills in has several names in a segment.
  return /[{}]/.test(before) || (/[{}]/.test(after) && pieceOf(after) === undefined)
    ? undefined
    : { before, after, name, form, isRest: star !== "" }
}

/** The names of pieces. */
const namesIn = (pieces: ReadonlyArray<Piece>): ReadonlyArray<string> =>
  pieces.flatMap(({ after, name }) =>
    name === undefined ? [] : [name, ...(after.includes("{") ? namesIn([pieceOf(after) ?? noPiece]) : [])],
  )

const noPiece: Piece = { before: "", after: "", name: undefined, form: /^$/, isRest: false }

/** Whether a template of pages is right, and has every name of the better address, those of its host in its host. */
const leadsTo = (from: Template | undefined, to: Template): boolean => {
  if (from === undefined) return false
  const inHost = namesIn(from.host)
  const all = [...inHost, ...namesElsewhere(from)]
  return (
    new Set(all).size === all.length &&
    !all.includes(wholeHost) &&
    [from.host, from.path].every((pieces) => pieces.every((piece, at) => isEnded(piece, pieces[at + 1]))) &&
    namesIn(to.host).every((name) => name === wholeHost || inHost.includes(name)) &&
    namesElsewhere(to).every((name) => all.includes(name))
  )
}

const namesElsewhere = ({ path, query }: Template): ReadonlyArray<string> => [
  ...namesIn(path),
  ...query.flatMap(([, piece]) => namesIn([piece])),
]

/** Whether a template is written as the URL standard writes an address: with a path, and a host in small letters. */
const isCanonical = (text: string): boolean => {
  const example = text.replace(placeholders, "a")
  return URL.parse(example)?.href === example
}

/** Whether a name for several pieces ends where the next one says so. */
const isEnded = ({ after, isRest }: Piece, next: Piece | undefined): boolean =>
  !after.includes("{") && (!isRest || next === undefined || next.name === undefined)

/** The values of a template's names in a page's address. */
const match = ({ host, path, query }: Template, page: Place): ReadonlyMap<string, string> | undefined => {
  if (differs(host, page.labels) || differs(path, page.segments)) return undefined
  if (host.some(({ isRest }) => isRest) && hasOthers(page.url, query)) return undefined
  const values = new Map([[wholeHost, page.host]])
  if (!matchPieces(host, page.labels, ".", values) || !matchPieces(path, page.segments, "/", values)) return undefined
  for (const [name, { after, before, form, name: key }] of query) {
    const value = parameterOf(page.url, name)
    if (value === undefined || (key === undefined && value !== before)) return undefined
    if (key === undefined) continue
    const inner = valueWithin(value, { before, after, form })
    if (inner === undefined || !plain.test(inner)) return undefined
    values.set(key, inner)
  }
  return values
}

/** Whether the first or the last piece is another text: most templates are about other pages. */
const differs = (patterns: ReadonlyArray<Piece>, pieces: ReadonlyArray<string>): boolean =>
  isOther(patterns[0], pieces[0]) || isOther(patterns.at(-1), pieces.at(-1))

const isOther = (pattern: Piece | undefined, piece: string | undefined): boolean =>
  pattern !== undefined && pattern.name === undefined && pattern.before !== piece

/** Matches from left to right, once: a name for several pieces ends at the first one that is the next text. */
const matchPieces = (
  patterns: ReadonlyArray<Piece>,
  pieces: ReadonlyArray<string>,
  separator: string,
  values: Map<string, string>,
): boolean => {
  let at = 0
  for (const [index, { isRest, name, ...pattern }] of patterns.entries()) {
    if (isRest && name !== undefined) {
      const next = patterns[index + 1]
      const end = next === undefined ? pieces.length : pieces.indexOf(next.before, at + 1)
      if (end <= at || pieces[at] === "") return false
      values.set(name, pieces.slice(at, end).join(separator))
      at = end
      continue
    }
    const piece = pieces[at++]
    if (piece === undefined) return false
    if (name === undefined) {
      if (piece !== pattern.before) return false
      continue
    }
    const value = valueWithin(piece, pattern)
    if (value === undefined) return false
    values.set(name, value)
  }
  return at === pieces.length
}

const valueWithin = (
  piece: string,
  { after, before, form }: Pick<Piece, "after" | "before" | "form">,
): string | undefined => {
  if (!piece.startsWith(before) || !piece.endsWith(after) || piece.length <= before.length + after.length)
    return undefined
  const value = piece.slice(before.length, piece.length - after.length)
  return form.test(value) ? value : undefined
}

/** Whether the query of an address has parameters that a template doesn't name. */
const hasOthers = ({ search }: URL, query: Template["query"]): boolean =>
  search
    .slice(1)
    .split("&")
    .some((one) => one !== "" && !query.some(([name]) => one.startsWith(`${name}=`)))

/** A parameter as written, of the query or else of the fragment, where viewers of documents keep it. */
const parameterOf = ({ hash, search }: URL, name: string): string | undefined => {
  for (const text of [search, hash])
    for (const one of text.slice(1).split("&")) if (one.startsWith(`${name}=`)) return one.slice(name.length + 1)
  return undefined
}

/** The address with its values, unless a value changes more than its own place. */
const filled = (to: string, values: ReadonlyMap<string, string>): string | undefined => {
  const [address, query] = splitAt(to, "?")
  const inQuery = query === undefined ? [] : namesIn(query.split("&").map((one) => pieceOf(one) ?? noPiece))
  if (!inQuery.every((name) => plain.test(values.get(name) ?? ""))) return undefined
  const text = withValues(address, values) + (query === undefined ? "" : `?${withValues(query, values)}`)
  const url = URL.parse(text)
  return url?.href === text ? text : undefined
}

const withValues = (template: string, values: ReadonlyMap<string, string>): string =>
  template.replace(placeholders, (_, name: string) => values.get(name) ?? "")

/** The text before the first mark, and the text behind it, if there is one. */
const splitAt = (text: string, mark: string): readonly [string, string | undefined] => {
  const at = text.indexOf(mark)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)]
}

const withoutSlash = (path: string): string => (path.endsWith("/") ? path.slice(0, -1) : path)
