/** A site whose documentation a user adds: a crawl, by the site's own pace and robots.txt. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import * as Crawl from "./Crawl.ts"
import type { Downloads } from "./Downloads.ts"
import * as Node from "./node.ts"

/** Crawls a site. */
export const site: Downloads["site"] = Effect.fnUntraced(
  function* (url, { maxPages }) {
    const pages: Array<{ readonly url: string; readonly title: string; readonly text: string }> = []
    const failures: Array<string> = []
    let [beyond, notes] = [0, ""]
    const entries = Crawl.stream({
      url,
      maxPages,
      onEnd: (summary) =>
        Effect.sync(() => {
          beyond = summary.beyond + summary.counts.waiting
          notes = summary.notes
        }),
    })
    yield* Stream.runForEach(entries, (entry) =>
      Effect.sync(() => {
        if ("error" in entry) failures.push(entry.message ?? entry.error)
        else pages.push({ url: entry.url, title: entry.title, text: entry.content_md ?? "" })
      }),
    )
    return {
      pages,
      failed: failures.length,
      beyond,
      notes: pages.length === 0 ? `${failures[0] ?? ""} ${notes}` : notes,
    }
  },
  (crawl) => Effect.provide(crawl, Node.layer()),
)
