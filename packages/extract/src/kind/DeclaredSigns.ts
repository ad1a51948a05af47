/** Signs of a page's kind in what it declares: for search engines, for social networks, and in microdata. */
import { feature, flag, type Feature } from "../blocks/Feature.ts"
import type { Evidence } from "./Evidence.ts"

/** Signs in what is declared. */
export const declaredSigns: ReadonlyArray<Feature<Evidence>> = [
  declares(
    "article",
    "article newsarticle blogposting reportagenewsarticle opinionnewsarticle reviewnewsarticle scholarlyarticle recipe",
  ),
  declares("technical article", "techarticle apireference"),
  declares("product", "product productgroup individualproduct og:product vehicle"),
  declares("many products", "itemlist offercatalog collectionpage searchresultspage aggregateoffer"),
  declares("discussion", "discussionforumposting qapage question"),
  declares("questions", "faqpage"),
  declares(
    "business",
    "localbusiness service professionalservice educationalorganization collegeoruniversity governmentorganization softwareapplication aboutpage contactpage",
  ),
  declares("blog", "blog"),
  declares("trail", "breadcrumblist"),
  flag("declares: og:article", ({ types }) => types.has("og:article")),
  flag("declares: og:website", ({ types }) => types.has("og:website")),
  flag("declares: several articles", ({ things }) => many(things, "article newsarticle blogposting") >= 2),
  flag("declares: several products", ({ things }) => many(things, "product productgroup") >= 2),
  flag("meta: published", ({ metas }) => metas.has("article:published_time") || metas.has("datepublished")),
  flag("meta: author", ({ metas }) => metas.has("author") || metas.has("article:author")),
  flag("meta: price", ({ metas }) => metas.has("product:price:amount") || metas.has("og:price:amount")),
  flag("link: next", ({ relations }) => relations.has("next")),
  flag("link: previous", ({ relations }) => relations.has("prev") || relations.has("previous")),
  marks("product", "product offer"),
  marks("article", "article newsarticle blogposting"),
  marks("discussion", "comment discussionforumposting question answer qapage"),
]

// --- private --------------------------------------------------------------------------

function declares(name: string, types: string): Feature<Evidence> {
  const set = types.split(" ")
  return flag(`declares: ${name}`, (page) => set.some((type) => page.types.has(type)))
}

/** Microdata; up to ten things count. */
function marks(name: string, types: string): Feature<Evidence> {
  return feature(`marks: ${name}`, ({ census }) => Math.min(1, Math.log1p(many(census.types, types)) / Math.log1p(10)))
}

function many(counts: ReadonlyMap<string, number>, types: string): number {
  return types.split(" ").reduce((sum, type) => sum + (counts.get(type) ?? 0), 0)
}
