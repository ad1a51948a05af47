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

/** Whether the templates of a rule are right, so that {@link apply} can use them. */
export const isValid = ({ from, to }: Pick<AddressRule, "from" | "to">): boolean => {
  const target = AddressTemplate.parse(to)
  return (
    target !== undefined &&
    AddressTemplate.isCanonical(to) &&
    from.every((text) => {
      const template = AddressTemplate.parse(text)
      return template !== undefined && AddressTemplate.fitsPages(template) && hasNamesOf(template, target)
    })
  )
}

// --- private --------------------------------------------------------------------------

/** Whether a template of pages has every name of the better address, those of its host in its host. */
const hasNamesOf = (from: AddressTemplate.Template, to: AddressTemplate.Template): boolean => {
  const inHost = new Set(AddressTemplate.namesInHost(from))
  const all = new Set([...inHost, ...AddressTemplate.namesElsewhere(from)])
  return (
    AddressTemplate.namesInHost(to).every((name) => name === AddressTemplate.wholeHost || inHost.has(name)) &&
    AddressTemplate.namesElsewhere(to).every((name) => all.has(name))
  )
}
