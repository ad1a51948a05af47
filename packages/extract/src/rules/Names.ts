/**
 * Elements without text that speak by their label, value or title, as a browser tells it to a screen reader (Accessible
 * Name and Description Computation 1.2): pictures made of drawings, links with only an icon, meters, fields that can't
 * be changed, the regions of a picture, marks in cells, addresses that a script decodes, and dates behind "2 days ago".
 */
import {
  childrenOf,
  elementsIn,
  first,
  hasAttributeIn,
  isElement,
  lineOf,
  memoized,
  nearest,
  onOneLine,
  rename,
  select,
  weightOf,
} from "@porthole/visibility/dom"
import { patternOf } from "../classes/ClassNames.ts"
import type { ControlRule } from "../phases/Rule.ts"

/** Writes the names of a document's elements as text. */
export const names: ControlRule = {
  name: "names",
  case: "A meter, a mark in a cell or a link with an icon speaks by its label or title.",
  phase: "control",
  reads: {
    elements: ["a", "abbr", "area", "input", "map", "meter", "progress", "select", "span", "svg", "td", "textarea"],
    attributes: "role aria-label aria-valuetext alt datetime data-cfemail checked class src href type lang".split(" "),
    attributesOn: {
      title: ["a", "abbr", "area", "i", "span", "td"],
      value: ["input", "meter", "progress"],
      max: ["meter", "progress"],
      readonly: ["input", "textarea"],
      disabled: ["input", "select", "textarea"],
      "aria-readonly": ["input", "select", "textarea"],
      selected: ["option"],
    },
    classes: ["yes", "no"],
  },
  run: (root) => {
    for (const element of elementsIn(root, mayHaveName)) {
      if (!root.contains(element)) continue
      if (element.hasAttribute("data-cfemail")) writeAddress(element)
      else if (element.hasAttribute("datetime") || isDatedByTitle(element)) writeDate(element)
      else (writers.get(element.localName) ?? writeRole)(element)
    }
  },
}

// --- private --------------------------------------------------------------------------

type Writer = (element: Element) => void

/** In characters: a longer name isn't one. */
const maxNameLength = 120

/** A sentence isn't a name: nobody sees it, so it may be an injected instruction. */
const isSentence = (line: string): boolean => line.split(" ").length > 3 && /[^.][.!?]["'”’)]?$/.test(line)

const nameOf = (element: Element): string => {
  const name =
    element.getAttribute("aria-valuetext") ||
    element.getAttribute("aria-label") ||
    element.getAttribute("title") ||
    element.getAttribute("alt") ||
    ""
  const line = onOneLine(name)
  return line.length > maxNameLength || isSentence(line) ? "" : line
}

const spanWith = (beside: Element, text: string): Element => {
  const span = beside.ownerDocument.createElement("span")
  span.append(text)
  return span
}

/** Pictures, meters and the like that aren't of these elements. */
const writeRole: Writer = (element) => {
  const role = element.getAttribute("role")
  const name = nameOf(element)
  if (role !== "img" && role !== "meter" && role !== "progressbar") return
  if (name === "" || lineOf(element) !== "" || isIcon(element, name)) return
  // A block stays one, or the words after it would stick to its name.
  if (element.localName === "svg") element.replaceWith(spanWith(element, name))
  else element.textContent = name
}

/** Most drawings, and pictures that are all of a link, are icons or swatches; one with figures is a rating. */
const isIcon = (element: Element, name: string): boolean => {
  const link = nearest(element, "a")
  const line = link === null ? name : lineOf(link)
  if (line === "" || element.localName === "svg") return !/\d/.test(name)
  return link !== null && line.includes(name)
}

/** A link whose only content is an icon takes its name, where it is a part of a text. */
const writeLink: Writer = (link) => {
  if (!isBlank(link) || first(link, "img[alt]:not([alt=''])") !== null) return
  const name = nameOf(link) || nameIn(link)
  const block = nearest(link.parentElement, "p, li, td, th, dd, dt, figcaption, div, section, body")
  if (name === "" || block === null || sharing.test(link.getAttribute("href") ?? "")) return
  if (block.localName === "div" ? hasOwnText(block) : /^(?:p|li|t[dh]|d[dt]|figcaption)$/.test(block.localName))
    link.append(name)
}

/** The name of a drawing or picture in an element. */
const nameIn = (element: Element): string =>
  select(element, "svg, [role=img], i, span")
    .map(nameOf)
    .find((name) => name !== "") ?? ""

/** Addresses with which a visitor shares a page or follows its author. */
const sharing =
  /(?:facebook|twitter|x|linkedin|pinterest|reddit|instagram|youtube|tiktok|whatsapp|threads|t)\.(?:com|net|me)\b|bsky\.app|share/i

const hasOwnText = (element: Element): boolean =>
  childrenOf(element).some((child) => !isElement(child) && (child.textContent ?? "").trim() !== "")

/** The value of a meter, and its maximum; its content is for browsers without meters. */
const writeMeter: Writer = (element) => {
  const value = element.getAttribute("value")
  const max = element.getAttribute("max")
  const text =
    nameOf(element) ||
    (value === null ? "" : max === null ? value : max === "100" ? `${value} %` : `${value} of ${max}`)
  if (text === "") element.remove()
  else element.replaceWith(spanWith(element, text))
}

/** The value of a field that a visitor can only read. */
const writeField: Writer = (field) => {
  const isFixed = ["readonly", "disabled", "aria-readonly"].some((name) => field.hasAttribute(name))
  if (!isFixed) return
  const type = field.getAttribute("type") ?? "text"
  const isInCell = nearest(field, "td, th, dd") !== null
  if (field.localName === "textarea") {
    if (isLines(field)) rename(field, "pre")
    else field.replaceWith(spanWith(field, lineOf(field)))
  } else if (field.localName === "select") {
    const options = select(field, "option")
    const chosen = options.find((option) => option.hasAttribute("selected")) ?? options[0]
    field.replaceWith(spanWith(field, chosen === undefined ? "" : lineOf(chosen)))
  } else if (/^(?:checkbox|radio)$/i.test(type)) {
    if (isInCell) field.replaceWith(spanWith(field, field.hasAttribute("checked") ? "✓" : "✗"))
  } else if (shownTypes.test(type)) field.replaceWith(spanWith(field, onOneLine(field.getAttribute("value") ?? "")))
}

const isLines = (field: Element): boolean => (field.textContent ?? "").trim().includes("\n")

const shownTypes = /^(?:text|search|url|email|tel|number|date|time|datetime-local|month|week)$/i

/** The regions of a picture as a list of links. */
const writeMap: Writer = (map) => {
  const list = map.ownerDocument.createElement("ul")
  for (const area of select(map, "area[href]")) {
    const name = nameOf(area)
    if (name === "") continue
    const item = map.ownerDocument.createElement("li")
    const link = map.ownerDocument.createElement("a")
    link.setAttribute("href", area.getAttribute("href") ?? "")
    link.append(name)
    item.append(link)
    list.append(item)
  }
  if (list.firstChild !== null) map.append(list)
}

/** The mark of a cell without text: its name, or what its class says. */
const writeMark: Writer = (cell) => {
  if (!isBlank(cell) || first(cell, "img[alt]:not([alt='']), input, select, textarea, button") !== null) return
  const parts = select(cell, "*")
  const named = [cell, ...parts].find((one) => nameOf(one) !== "" && !isTitledByProgram(one))
  const name = named === undefined ? "" : nameOf(named)
  const classes = parts.map((part) => `${part.getAttribute("class") ?? ""} ${part.getAttribute("src") ?? ""}`).join(" ")
  const sign = yes.test(classes) === no.test(classes) ? "" : yes.test(classes) ? "✓" : "✗"
  // The named element would write its name once more.
  if (named !== undefined && /^(?:i|span)$/.test(named.localName)) named.replaceWith(name)
  else if (name !== "" || sign !== "") cell.append(name || sign)
}

/** Whether a program wrote an element's title, like `row_7`, `ownProductType` or a key; a label is for a reader. */
const isTitledByProgram = (element: Element): boolean =>
  !element.getAttribute("aria-label") && !element.getAttribute("aria-valuetext") && programsWord.test(nameOf(element))

/** One word with an underscore, with two humps, or with figures between its letters. */
const programsWord = /^(?=\S+$)(?:[^_]*_|\p{Ll}{2,}(?:\p{Lu}\p{Ll}+){2}|(?=[\p{L}\d]{8,}$)\p{L}+\d+\p{L})/u

const yes = patternOf("yes")
const no = patternOf("no")

/** The e-mail address that Cloudflare's script would decode: its first byte is the key of the others. */
const writeAddress = (element: Element): void => {
  const bytes = (element.getAttribute("data-cfemail") ?? "")
    .match(/[\da-f]{2}/gi)
    ?.map((byte) => Number.parseInt(byte, 16))
  const [key = 0, ...rest] = bytes ?? []
  const address = String.fromCodePoint(...rest.slice(0, maxNameLength).map((byte) => byte ^ key))
  if (!/^[\w.+-]{1,64}@[\w.-]{1,100}$/.test(address)) return
  element.textContent = address
  nearest(element, "a")?.setAttribute("href", `mailto:${address}`)
}

const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T\s]|$)/

/** Whether an element says when by its title, like "2 hours ago". */
const isDatedByTitle = (element: Element): boolean =>
  (element.localName === "abbr" || element.localName === "span") && isoDate.test(element.getAttribute("title") ?? "")

/** Adds the date to a time that only says how long ago it was. */
const writeDate = (element: Element): void => {
  const declared = element.getAttribute("datetime") ?? element.getAttribute("title") ?? ""
  if (!isoDate.test(declared.trim()) || !/^(?:0[1-9]|1[0-2])$/.test(declared.trim().slice(5, 7))) return
  const [date = "", month = 0] = [declared.trim().slice(0, 10), Number(declared.trim().slice(5, 7))]
  const text = lineOf(element)
  if (text === "") element.append(date)
  else if (!isDate(text, month, nearest(element, "[lang]")?.getAttribute("lang") ?? "en")) element.append(` (${date})`)
}

/** Whether a text names a day: a year, figures of a date, or its month. */
const isDate = (text: string, month: number, language: string): boolean =>
  /(?<!\d)\d{4}(?!\d)|\d[./-]\s?\d|[年月日]/.test(text) ||
  ["en", language].some((one) => text.toLowerCase().includes(monthOf(month, one)))

/** The first letters of a month's name. */
const monthOf = (month: number, language: string): string => monthNames(`${language} ${month}`)

const monthNames = memoized(100, (key) => {
  const [language = "", month = "1"] = key.split(" ")
  const known = /^[a-z]{2,3}(?:-[a-z\d]{2,8})?$/i.test(language) ? language : "en"
  const locales = Intl.DateTimeFormat.supportedLocalesOf(known)
  const middle = ((Number(month) - 1) * 30.44 + 14) * 86_400_000
  const name = new Intl.DateTimeFormat(locales, { month: "long", timeZone: "UTC" }).format(middle)
  return name.toLowerCase().slice(0, 3)
})

const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ["a", writeLink],
  ["meter", writeMeter],
  ["progress", writeMeter],
  ["input", writeField],
  ["textarea", writeField],
  ["select", writeField],
  ["map", writeMap],
  ["td", writeMark],
])

const mayHaveName = (element: Element): boolean => {
  const name = element.localName
  if (name === "a" ? isBlank(element) : writers.has(name)) return true
  return hasAttributeIn(element, namingAttributes) || isDatedByTitle(element)
}

const namingAttributes: ReadonlySet<string> = new Set(["role", "datetime", "data-cfemail"])

const isBlank = (element: Element): boolean => weightOf(element, 0) === 0
