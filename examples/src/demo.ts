/**
 * The demo behind `pnpm demo`: `web_search`, then `web_fetch` of a hit. It uses the real web first. Without a network
 * it shows the tool's own typed error and continues offline, with the same kernel, tools and extraction over a bundled
 * site.
 */
import type { SearchResult, WebError } from "@porthole/core"
import { createWebTools, type PromiseTools } from "@porthole/tools"
import { offlineSite } from "./offline-site.ts"

const question = "how do tides work"

const heading = (text: string) =>
  console.log(`\n\u2500\u2500 ${text} ${"\u2500".repeat(Math.max(3, 74 - text.length))}\n`)

/** Says every three seconds that an answer is awaited: a network that answers nothing takes its time. */
const waiting = async <A>(what: string, answer: Promise<A>): Promise<A> => {
  const begun = performance.now()
  const timer = setInterval(() => {
    console.error(`Waiting for ${what}: ${Math.round((performance.now() - begun) / 1_000)} s.`)
  }, 3_000)
  return answer.finally(() => clearInterval(timer))
}

/** Searches and reads the first readable hit; returns whether it got a page. */
const show = async (tools: PromiseTools): Promise<boolean> => {
  heading(`web_search ${JSON.stringify({ query: question, max_results: 3 })}`)
  const found = await waiting("the search", tools.webSearch({ query: question, max_results: 3 }))
  console.log(`Asked: ${requestedFrom(found).join(", ")}.\n`)
  if ("error" in found) {
    console.log(JSON.stringify(found, null, 2))
    return false
  }
  for (const [at, hit] of found.hits.entries()) console.log(`${at + 1}. ${hit.title}\n   ${hit.url}\n   ${hit.snippet}`)
  for (const { url } of found.hits) {
    heading(`web_fetch ${JSON.stringify({ url, max_length: 1_200 })}`)
    const page = await waiting("the page", tools.webFetch({ url, max_length: 1_200 }))
    if ("error" in page) {
      console.log(JSON.stringify(page, null, 2))
    } else {
      const { content_md, links, ...rest } = page
      console.log(`${content_md}\n\n${JSON.stringify({ ...rest, links: links.length }, null, 2)}`)
      return true
    }
  }
  return false
}

/** The providers that the search called. */
const requestedFrom = (found: SearchResult.SearchResult | WebError.Wire): ReadonlyArray<string> =>
  found.attempts?.map(({ provider }) => provider) ?? ("provider" in found ? [found.provider] : ["nobody"])

/** A machine without a search provider may still have a network. */
const fetchOnly = async (tools: PromiseTools): Promise<boolean> => {
  const url = "https://example.com/"
  heading(`web_fetch ${JSON.stringify({ url })}`)
  const page = await waiting("the page", tools.webFetch({ url }))
  console.log("error" in page ? JSON.stringify(page, null, 2) : page.content_md)
  return !("error" in page)
}

console.log("Porthole, for real: a search with the providers that are set up here, then a page.")
const real = createWebTools()
const done = (await show(real)) || (await fetchOnly(real))
await real.dispose()

if (!done || !process.env["SEARXNG_URL"]) {
  const why = done ? "" : "Nothing could be read over this machine's network. "
  console.log(`\n${why}Now offline: a small bundled site behind swapped ports, the rest is the same.`)
  await using offline = createWebTools({ layers: offlineSite })
  if (!(await show(offline))) process.exitCode = 1
  heading("web_fetch of an address that no agent should reach")
  console.log(JSON.stringify(await offline.webFetch({ url: "http://169.254.169.254/latest/meta-data/" }), null, 2))
}
