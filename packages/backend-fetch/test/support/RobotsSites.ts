/** Sites with a robots.txt, over the doubled web. */
import type { Settings } from "@porthole/core"
import type { Doubles } from "@porthole/testing"
import { Effect } from "effect"
import { get, names, page, type Site, web } from "./DoubledWeb.ts"

export const file = (...lines: ReadonlyArray<string>): Doubles.Answer => ({ status: 200, body: lines.join("\n") })
export const forAll = (...lines: ReadonlyArray<string>) => file("User-agent: *", ...lines)

/** A site with this robots.txt, and a page at every other path. */
export const withFile =
  (answer: ReturnType<Site>, pages: Site = () => page()): Site =>
  (path, requested) =>
    path === "/robots.txt" ? answer : pages(path, requested)

/** The doubled web with robots on; `urls` are those dialled so far. */
export const asking = (sites: Readonly<Record<string, Site>>, config: Settings.SettingsInput = {}) => {
  const { dialled, layer } = web(sites, names, { robots: true, ...config })
  return { layer, dialled, urls: () => dialled.map(({ url }) => url) }
}

/** Fetches one page of a site that has this robots.txt. */
export const fetching = (answer: ReturnType<Site>, path = "/x") => {
  const { layer, urls } = asking({ "a.test": withFile(answer) })
  const exit = Effect.match(get(`http://a.test${path}`), {
    onFailure: ({ error }): string => error,
    onSuccess: () => "a page",
  })
  return { urls, reported: exit.pipe(Effect.provide(layer)) }
}
