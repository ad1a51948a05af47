/**
 * Hints in an element's name, classes, id, role and `itemprop`. The words are those that developers use for parts of
 * pages; they name no site.
 */

/** Groups of words with one meaning each. */
const groups = {
  navigation:
    "nav navigation navbar navbars menu submenu megamenu breadcrumb breadcrumbs crumbs pagination pager paging " +
    "sitemap skip toc",
  top: "header masthead topbar appbar",
  bottom: "footer foot bottom copyright legal colophon",
  side: "sidebar side aside rail widget widgets complementary",
  share: "share sharing social follow addthis sharethis",
  newsletter: "subscribe subscription newsletter signup optin mailing",
  advert: "ad ads advert advertisement advertising sponsor sponsored promo promotion promos promoted banner",
  overlay:
    "modal popup overlay dialog drawer offcanvas toast tooltip lightbox flyout cookie cookies consent gdpr alert " +
    "notice",
  related:
    "related recommended recommendation recommendations similar suggested suggestions upsell crosssell cross " +
    "recirculation",
  latest: "recent popular trending featured latest more most next previous prev",
  filter: "filter filters facet facets refine refinement sort sorting toolbar controls options swatch swatches",
  account: "login signin account register cart basket checkout wishlist minicart bag",
  review: "review reviews rating ratings testimonial testimonials",
  comment: "comment comments reply replies respond discussion commentlist disqus",
  author: "byline author authors bio about-author contributor writer credits",
  meta: "meta date time timestamp published posted postmeta info submitted updated",
  tag: "tag tags category categories label labels keywords topics taxonomy",
  user: "user users avatar profile signature stats badge",
  content:
    "content contents article post entry body text story prose richtext rte copy markdown wysiwyg blog html " +
    "articlebody",
  main: "main primary page",
  detail:
    "description desc details detail specification specifications specs features summary overview about intro " +
    "introduction highlights",
  panel: "tab tabs tabpanel panel accordion collapse collapsible faq faqs expandable",
  product: "product products price sku buy variant",
  card: "card cards grid list listing listings results result tile tiles item items teaser",
  slider: "carousel slider slick swiper slide gallery collection",
  message: "message messages thread topic question answer answers postbody posts forum",
  form: "form input search field",
  hero: "hero heading title headline",
  caption: "caption credit photo image img figure media video",
  print: "print printer pdf email tools tool button buttons btn icon icons",
} as const

/** The names of the groups; the index of each is its bit. */
export const hintNames: ReadonlyArray<string> = Object.keys(groups)

/** The groups of an element's names, as bits. */
export const hintsOf = (element: Element, name: string): number => {
  let hints = bits.get(name) ?? 0
  for (const attribute of attributes) {
    const value = element.getAttribute(attribute)
    if (value !== null && value !== "") hints |= readName(value).hints
  }
  return hints
}

/** The words in a class, an id or the like, in lower case; at most 400 characters are read. */
export const wordsInName = (name: string): ReadonlyArray<string> => readName(name).words

// --- private --------------------------------------------------------------------------

const attributes = ["class", "id", "role", "itemprop"]

/** Maximum characters of an attribute, and maximum number of cached values, because most repeat. */
const maxLength = 400
const maxKept = 5_000
const kept = new Map<string, Name>()

/** A name's words, and the groups that they belong to, as bits. */
interface Name {
  readonly words: ReadonlyArray<string>
  readonly hints: number
}

const readName = (name: string): Name => {
  const known = kept.get(name)
  if (known !== undefined) return known
  const parts = name.slice(0, maxLength).match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []
  const words = parts.map((word) => word.toLowerCase())
  let hints = 0
  for (const word of words) hints |= bits.get(word) ?? 0
  if (kept.size >= maxKept) kept.clear()
  kept.set(name, { words, hints })
  return { words, hints }
}

const bits: ReadonlyMap<string, number> = new Map(
  Object.values(groups).flatMap((words, at) => words.split(" ").map((word): [string, number] => [word, 2 ** at])),
)
