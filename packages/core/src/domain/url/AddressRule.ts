/**
 * A rule that leads from the address of a page to a better address of the same text, such as from GitHub's view of a
 * file to the file. Its sides are templates ({@link AddressTemplate}).
 *
 * The host of the better address is written in the rule, or made of the page's own host: no path, query or fragment
 * gets into it. Its path never climbs out of the place that the rule gives a segment.
 */
import * as AddressTemplate from "./AddressTemplate.ts"

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
  /** Whether the site may send a short notice in place of the text, such as one of a missing virus scan. */
  readonly mayBeNotice?: true
  /** What is there, for the sentence to the model. */
  readonly told: string
  /** Where the site documents the better address. */
  readonly source: string
}

/** The better address of a page by a rule; `undefined` if the rule isn't about the page. */
export const apply = (
  { from, to }: Pick<AddressRule, "from" | "to">,
  page: AddressTemplate.Place,
): string | undefined => {
  for (const text of from) {
    const template = AddressTemplate.parse(text)
    const values = template === undefined ? undefined : AddressTemplate.match(template, page)
    if (values !== undefined) return AddressTemplate.filled(to, values)
  }
  return undefined
}

/** What is wrong with the templates of a rule, as a part of a sentence; `undefined` if {@link apply} can use them. */
export const faultOf = ({ from, to }: Pick<AddressRule, "from" | "to">): string | undefined => {
  const target = AddressTemplate.parse(to)
  if (target === undefined) return `the address behind \`=>\` ${noTemplate}`
  if (!AddressTemplate.isCanonical(to))
    return "the address behind `=>` lacks a path, or has capitals in its host or `..` in its path"
  for (const text of from) {
    const template = AddressTemplate.parse(text)
    if (template === undefined) return `the address before \`=>\` ${noTemplate}`
    if (!AddressTemplate.fitsPages(template))
      return "the address before `=>` has a name twice, the name `{host}`, or a name right after `{name*}`"
    const missing = missingIn(template, target)
    if (missing !== undefined) return missing
  }
  return undefined
}

// --- private --------------------------------------------------------------------------

const noTemplate =
  "is no https URL with `{name}`, `{name*}`, `{name:number}`, `{name:hex}` or `{name:id}` as labels and segments"

/** Whether a template of pages lacks a name of the better address, or in its host one of that address's host. */
const missingIn = (from: AddressTemplate.Template, to: AddressTemplate.Template): string | undefined => {
  const inHost = new Set(AddressTemplate.namesInHost(from))
  const all = new Set([...inHost, ...AddressTemplate.namesElsewhere(from)])
  const host = AddressTemplate.namesInHost(to).find((name) => name !== AddressTemplate.wholeHost && !inHost.has(name))
  if (host !== undefined) return `the host behind \`=>\` has \`{${host}}\`, which the host before it lacks`
  const other = AddressTemplate.namesElsewhere(to).find((name) => !all.has(name))
  return other === undefined ? undefined : `\`{${other}}\` stands behind \`=>\` and not before it`
}
