/** Signs of a page's kind in its URL: the words that sites of a kind put into hosts and paths. */
import { feature, flag, type Feature } from "../blocks/Feature.ts"
import type { Evidence } from "./Evidence.ts"

/** Signs in the URL. */
export const urlSigns: ReadonlyArray<Feature<Evidence>> = [
  flag("url: root", ({ path }) => path === "/"),
  flag("url: one step", ({ path }) => stepsOf(path).length === 1),
  feature("url: deep", ({ path }) => Math.min(1, stepsOf(path).length / 6)),
  flag("url: slug", ({ path }) => /(?:[\p{L}\d%.]{1,60}[-_]){4}/u.test(stepsOf(path).at(-1) ?? "")),
  flag("url: date", ({ path }) => /\/(?:19|20)\d{2}\/(?:\d{1,2}\/|[^/]*$)|(?:19|20)\d{2}-\d{2}-\d{2}/.test(path)),
  flag("url: number", ({ path }) => /\d{4,}/.test(stepsOf(path).at(-1) ?? "")),
  flag("url: ends in a number", ({ path }) => /[-/.]\d{3,}\/?(?:\.html?)?$/.test(path)),
  flag("url: search", ({ query }) => /[?&](?:q|s|query|search|keywords?|page|sort|filter)=/.test(query)),
  inHost("docs", /^(?:docs?|developers?|dev|api|reference|wiki|man|help|learn|kb|support)\./),
  inHost("forum", /^(?:forums?|community|discuss|discussions?|talk|boards?|bbs|answers?|ask)\.|forum/),
  inHost("shop", /^(?:shop|store)\.|shop|store/),
  inHost("blog", /^(?:blog|news|magazine|engineering|stories)\.|blog|news|times|post|daily/),
  inPath(
    "docs",
    "docs? documentation references? api apis guides? manual tutorials? wiki help handbook book stable latest std sdk develop(?:er)?s? spec(?:ification)?s? howto kb v?\\d+(?:\\.\\d+)*",
  ),
  inPath(
    "forum",
    "forums? threads? topics? t questions? discussions? community comments viewtopic(?:\\.php)? showthread(?:\\.php)? d r qa",
  ),
  inPath("product", "products? p dp items? itm pd prod sku"),
  inPath(
    "collection",
    "collections? categor(?:y|ies) c cat shop store browse catalog departments? product-category s l shopping b",
  ),
  inPath("article", "blogs? news articles? story stories posts? press insights magazine research"),
  inPath(
    "listing",
    "jobs careers events courses programs tags? archives? topics? search resources directory hub category authors?",
  ),
  inPath(
    "service",
    "services? solutions? features? pricing about(?:-us)? contact(?:-us)? platform products programs? consulting departments? company",
  ),
  flag("url: ends like a service", ({ path }) =>
    /(?:^|[-_])(?:services?|solutions?|company|program(?:me)?s?|pricing|about(?:-us)?|contact)(?:[-_.]|$)/.test(
      stepsOf(path).at(-1) ?? "",
    ),
  ),
  flag("url: script of a forum", ({ path }) =>
    /(?:viewtopic|showthread|topic|thread|question)(?:\.[a-z]{2,5})?$/.test(path),
  ),
  flag("url: file", ({ path }) => /\.html?$/.test(path)),
  flag("url: ends like a listing", ({ path }) =>
    /^(?:blogs?|news|events?|jobs|careers|resources|courses|programs|archives?|articles|recipes|science|topics|tags?|products|all)$/.test(
      stepsOf(path).at(-1) ?? "",
    ),
  ),
]

// --- private --------------------------------------------------------------------------

const stepsOf = (path: string): ReadonlyArray<string> => path.split("/").filter((step) => step !== "")

function inHost(name: string, pattern: RegExp): Feature<Evidence> {
  return flag(`host: ${name}`, ({ host }) => pattern.test(host.replace(/^www\./, "")))
}

/** A step of the path before the last. */
function inPath(name: string, steps: string): Feature<Evidence> {
  const pattern = new RegExp(`^(?:${steps.split(" ").join("|")})$`)
  return flag(`path: ${name}`, ({ path }) =>
    stepsOf(path)
      .slice(0, -1)
      .some((step) => pattern.test(step)),
  )
}
