/** What is asked of a page as a whole: the same answer for each of its blocks. */
import { type Feature, feature, flag, ratio } from "./Feature.ts"
import { kinds } from "../kind/Kinds.ts"
import type { Page } from "./Page.ts"

/** Features of a page. */
export const pageFeatures: ReadonlyArray<Feature<Page>> = [
  feature("page words", ({ root }) => Math.log1p(root.words)),
  feature("page linked", ({ root }) => ratio(root.linked, root.words)),
  feature("page prose", ({ root }) => ratio(root.prose, root.words)),
  feature("page prices", ({ root }) => ratio(root.prices, root.words)),
  feature("page images", ({ root }) => Math.log1p(root.images)),
  feature("page controls", ({ root }) => Math.log1p(root.controls)),
  feature("page readable", ({ readableIn, root }) => ratio(readableIn.get(root) ?? 0, root.words)),
  feature("page standing", ({ root, standingIn }) => ratio(standingIn.get(root) ?? 0, root.words)),
  declares("article", "article newsarticle blogposting og:article"),
  declares("product", "product productgroup og:product"),
  declares("list", "itemlist collectionpage offercatalog"),
  declares("discussion", "discussionforumposting qapage question"),
  declares("website", "og:website"),
  ...kinds.map((kind) => flag<Page>(`kind ${kind}`, (page) => page.kind === kind)),
  feature("url depth", ({ path }) => Math.min(10, path.split(/[/?]/).filter((part) => part !== "").length)),
  named("product", /\/(?:products?|p|dp|items?|itm|pd|prod)[/-]|[-/]p-?\d{4,}/i),
  named("collection", /\/(?:collections?|categor(?:y|ies)|c|shop|store|browse|cat|catalog|departments?)(?:\/|$)/i),
  named(
    "discussion",
    /\/(?:forums?|threads?|topics?|t|questions?|discussions?|community|comments)[/.]|showthread|viewtopic/i,
  ),
  named("documentation", /\/(?:docs?|documentation|reference|api|guides?|manual|tutorials?|wiki|help|learn)(?:\/|$)/i),
  named(
    "listing",
    /\/(?:blogs?|news|events?|jobs|careers|resources|search|courses|programs|tags?|archives?)\/?$|[?&](?:q|page|search)=/i,
  ),
  named("article", /\/\d{4}\/\d{1,2}\/|\/(?:blog|news|articles?|story|posts?)\/.|(?:-[a-z0-9]{1,40}){4,12}/i),
]

// --- private --------------------------------------------------------------------------

function declares(name: string, types: string): Feature<Page> {
  const set = types.split(" ")
  return flag(`declares ${name}`, (page) => set.some((type) => page.types.has(type)))
}

function named(name: string, pattern: RegExp): Feature<Page> {
  return flag(`url of ${name}`, ({ path }) => pattern.test(path.slice(0, 500)))
}
