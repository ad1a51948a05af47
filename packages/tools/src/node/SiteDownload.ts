/** A site whose documentation a user adds: a crawl, by the site's own pace and robots.txt. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { Page } from "@porthole/core"
import * as Crawl from "./Crawl.ts"
import type { Downloads } from "./Downloads.ts"
import * as Node from "./node.ts"

/** Crawls a site. */
export const site: Downloads["site"] = Effect.fnUntraced(
  function* (url, { maxBytes, maxPages }) {
    const pages: Array<{ readonly url: string; readonly title: string; readonly text: string }> = []
    let [beyond, failed, first, notes] = [0, 0, "", ""]
    const entries = Crawl.stream({
      url,
      maxPages,
      maxBytes,
      onEnd: (summary) =>
        Effect.sync(() => {
          beyond = summary.beyond + summary.counts.waiting
          notes = summary.notes
        }),
    })
    yield* Stream.runForEach(entries, (entry) =>
      Effect.sync(() => {
        if ("error" in entry) {
          if (first === "") first = entry.message ?? entry.error
          if (!isAbsent(entry)) failed += 1
        } else pages.push({ url: entry.url, title: entry.title, text: entry.content_md ?? "" })
      }),
    )
    return {
      pages,
      failed,
      beyond,
      notes: pages.length === 0 ? `${first} ${notes}` : notes,
    }
  },
  (crawl) => Effect.provide(crawl, Node.layer()),
)

// --- private --------------------------------------------------------------------------

/** Whether the site has no such page: a link to it is the site's fault. */
const isAbsent = ({ status_code = 0 }: Page.FailedPage): boolean => status_code === 404 || status_code === 410
