/**
 * The process of one candidate: `child.ts NAME CORPUS`. It receives ids of pages, reads each page and sends its score.
 */
import * as Corpus from "../../../packages/extract/train/corpora/Corpus.ts"
import type { Name, Read } from "./Candidate.ts"
import { textOf } from "../../../packages/extract/train/corpora/Rendered.ts"
import type { Sent } from "./Rig.ts"
import { scoreOfOutput } from "../../../packages/extract/train/scores/Scores.ts"

const [name, folder = ""] = process.argv.slice(2) as [Name, string]
const entries = new Map(Corpus.entries(folder).map((entry) => [entry.id, entry]))
const { read } = (await import(`./candidates/${name}.ts`)) as { readonly read: Read }

// Only reading is measured; no candidate may send requests.
globalThis.fetch = () => Promise.reject(new Error("no network"))
// Some candidates log every unusual page.
console.log = console.warn = console.error = () => {}

const send = (message: Sent) => process.send?.(message)

process.on("message", async (id: string) => {
  const entry = entries.get(id)
  if (entry === undefined) return
  const { bytes, url } = Corpus.load(entry)
  const input = { url, bytes, site: entry.site, html: new TextDecoder().decode(bytes) }
  const started = process.cpuUsage()
  try {
    const answer = await read(input)
    const ms = spent(started)
    const empty = textOf(answer).trim() === ""
    send({ ...scoreOfOutput(answer, entry.truth), ms, path: answer.path, empty, rss: peak() })
  } catch (cause) {
    send({ failure: String(cause).slice(0, 200), ms: spent(started), rss: peak() })
  }
})

send("ready")

/** Processor time of all threads since then, in milliseconds; other programs of the machine don't count. */
function spent(since: NodeJS.CpuUsage): number {
  const { system, user } = process.cpuUsage(since)
  return (system + user) / 1_000
}

/** The peak so far, in bytes; it includes scoring, for all candidates alike. */
function peak(): number {
  return process.resourceUsage().maxRSS * 1024
}
