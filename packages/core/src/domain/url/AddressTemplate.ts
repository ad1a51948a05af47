/**
 * A template of an https URL, for the rules for better addresses.
 *
 * `{name}` stands for one label of a host or one segment of a path (without an encoded slash), `{name*}` for one or
 * more, `{name:number}`, `{name:hex}` and `{name:id}` for one of that form; text may stand around it in its segment.
 * `?name={name}` stands for a parameter, in the query or in the fragment. Other parameters don't count where the
 * template names the site; one of any site (`{name*}` in its host) is about no address with others in its query.
 */
import { hostOf } from "./HostName.ts"

/** A template, compiled; {@link parse} makes it. */
export interface Template {
  readonly host: ReadonlyArray<Piece>
  readonly path: ReadonlyArray<Piece>
  readonly query: ReadonlyArray<readonly [name: string, piece: Piece]>
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

/** The name that every template has: the page's whole host. */
export const wholeHost = "host"

/** A template of https; `undefined` for any other text. */
export const parse = (text: string): Template | undefined => {
  // The rules are few: those of the table and of the settings.
  if (!compiled.has(text)) compiled.set(text, compile(text))
  return compiled.get(text)
}

/** The values of a template's names in a page's address. */
export const match = ({ host, path, query }: Template, page: Place): ReadonlyMap<string, string> | undefined => {
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

/** The address of a template with values, unless a value changes more than its own place. */
export const filled = (to: string, values: ReadonlyMap<string, string>): string | undefined => {
  const [address, query] = splitAt(to, "?")
  const inQuery = query === undefined ? [] : namesIn(query.split("&").map((one) => pieceOf(one) ?? noPiece))
  if (!inQuery.every((name) => plain.test(values.get(name) ?? ""))) return undefined
  const text = withValues(address, values) + (query === undefined ? "" : `?${withValues(query, values)}`)
  const url = URL.parse(text)
  return url?.href === text ? text : undefined
}

/**
 * Whether a template fits pages: each name stands for one value, none for the whole host, and a name for several pieces
 * ends at a text.
 */
export const fitsPages = (template: Template): boolean => {
  const all = [...namesInHost(template), ...namesElsewhere(template)]
  return (
    new Set(all).size === all.length &&
    !all.includes(wholeHost) &&
    [template.host, template.path].every((pieces) => pieces.every((piece, at) => isEnded(piece, pieces[at + 1])))
  )
}

/** The names in a template's host. */
export const namesInHost = ({ host }: Template): ReadonlyArray<string> => namesIn(host)

/** The names in a template's path and query. */
export const namesElsewhere = ({ path, query }: Template): ReadonlyArray<string> => [
  ...namesIn(path),
  ...query.flatMap(([, piece]) => namesIn([piece])),
]

/** Whether a template is written as the URL standard writes an address: with a path, and a host in small letters. */
export const isCanonical = (text: string): boolean => {
  const example = text.replace(placeholders, "a")
  return URL.parse(example)?.href === example
}

// --- private --------------------------------------------------------------------------

const compiled = new Map<string, Template | undefined>()

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

const forms: ReadonlyMap<string, RegExp> = new Map([
  // A server may read an encoded slash as one: then it is no single segment.
  ["", /^(?:(?!%2f|%5c)[^])+$/i],
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

/** Whether a name for several pieces ends where the next one says so. */
const isEnded = ({ after, isRest }: Piece, next: Piece | undefined): boolean =>
  !after.includes("{") && (!isRest || next === undefined || next.name === undefined)

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

const withValues = (template: string, values: ReadonlyMap<string, string>): string =>
  template.replace(placeholders, (_, name: string) => values.get(name) ?? "")

/** The text before the first mark, and the text behind it, if there is one. */
const splitAt = (text: string, mark: string): readonly [string, string | undefined] => {
  const at = text.indexOf(mark)
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)]
}

const withoutSlash = (path: string): string => (path.endsWith("/") ? path.slice(0, -1) : path)
