/** The process of one candidate: `child.ts NAME CORPUS`. It receives ids of pages, reads each and answers its score. */
import * as Child from "../../harness/Child.ts"
import { candidates, named } from "./Candidates.ts"
import { Corpus, Rendered, Scores } from "./Corpora.ts"
import type { Answered } from "./Rig.ts"

const [, , name = "", folder = ""] = process.argv
const entries = new Map(Corpus.entries(folder).map((entry) => [entry.id, entry]))
const read = await candidates[named(name)[0]].load()

// Only reading is measured; no candidate may send requests.
globalThis.fetch = () => Promise.reject(new Error("no network"))
// Some candidates log every unusual page.
console.log = console.warn = console.error = () => {}

/** The costs since then: processor time of all threads in ms, and the peak of memory so far, with the scoring. */
const costs = (since: NodeJS.CpuUsage) => {
  const { system, user } = process.cpuUsage(since)
  return { ms: (system + user) / 1_000, rss: process.resourceUsage().maxRSS * 1024 }
}

Child.ready(async (id: string): Promise<Answered> => {
  const entry = entries.get(id)
  if (entry === undefined) return { failure: "no such page", ...costs(process.cpuUsage()) }
  const { bytes, url } = Corpus.load(entry)
  const input = { url, bytes, site: entry.site, html: new TextDecoder().decode(bytes) }
  const started = process.cpuUsage()
  try {
    const answer = await read(input)
    const { ms } = costs(started)
    const empty = Rendered.textOf(answer).trim() === ""
    return { ...Scores.scoreOfOutput(answer, entry.truth), path: answer.path, empty, ...costs(started), ms }
  } catch (cause) {
    return { failure: String(cause).slice(0, 200), ...costs(started) }
  }
})
