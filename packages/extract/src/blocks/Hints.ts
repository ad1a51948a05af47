/**
 * What authors say of an element by its name, its role, and the words in its classes and id.
 *
 * The words are the field's own, as Readability's lists have them: they name parts of pages, not sites.
 */

/** Which groups of words an element's names point to, as bits. */
export type Hints = number

/** Words with one meaning each. */
const groups = {
  navigation:
    "nav navigation navbar navbars menu submenu megamenu breadcrumb breadcrumbs crumbs pagination pager paging sitemap skip toc",
  top: "header masthead topbar appbar",
  bottom: "footer foot bottom copyright legal colophon",
  side: "sidebar side aside rail widget widgets complementary",
  share: "share sharing social follow subscribe subscription newsletter signup",
  advert: "ad ads advert advertisement sponsor sponsored promo promotion promos promoted banner",
  overlay:
    "modal popup overlay dialog drawer offcanvas toast tooltip lightbox flyout cookie cookies consent gdpr alert notice",
  related:
    "related recommended recommendation recommendations similar suggested suggestions upsell crosssell cross recent popular trending featured latest more",
  filter: "filter filters facet facets refine refinement sort sorting toolbar controls options swatch swatches",
  account: "login signin account register cart basket checkout wishlist minicart bag",
  review: "review reviews rating ratings testimonial testimonials",
  comment: "comment comments reply replies respond discussion",
  meta: "meta byline author authors date time timestamp tag tags category categories published posted user users avatar profile signature stats badge info",
  content: "content contents article post entry body text story prose richtext rte copy markdown wysiwyg blog html",
  main: "main primary page",
  detail:
    "description desc details detail specification specifications specs features summary overview about intro introduction highlights",
  panel: "tab tabs tabpanel panel accordion collapse collapsible faq faqs expandable",
  product: "product products price sku buy variant",
  card: "card cards grid list listing listings results result tile tiles item items carousel slider slick swiper slide gallery collection teaser",
  message: "message messages thread topic question answer answers postbody posts forum",
  form: "form input search field",
  hero: "hero heading title headline",
} as const

/** The names of the groups; the place of each is its bit. */
export const hintNames: ReadonlyArray<string> = Object.keys(groups)

/** How many groups there are. */
export const hintCount = hintNames.length

/** The groups that an element points to. */
export const hintsOf = (element: Element): Hints => {
  let hints = 0
  for (const name of ["class", "id", "role", "itemprop"]) {
    const value = element.getAttribute(name)
    if (value === null) continue
    for (const word of wordsInName(value)) hints |= bits.get(word) ?? 0
  }
  return hints | (bits.get(element.localName) ?? 0)
}

/** The words that a class, an id or the like is made of, in lower case; at most 400 characters are looked at. */
export const wordsInName = (name: string): ReadonlyArray<string> =>
  Array.from(name.slice(0, maxLength).matchAll(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g), ([word]) => word.toLowerCase())

// --- private --------------------------------------------------------------------------

const maxLength = 400

const bits: ReadonlyMap<string, number> = new Map(
  Object.values(groups).flatMap((words, at) => words.split(" ").map((word): [string, number] => [word, 2 ** at])),
)
