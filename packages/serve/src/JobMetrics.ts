/** The jobs that run, as metrics by kind and tenant: those of all servers and workers over the store. */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { JobStore } from "@porthole/stores"

/** Reads the jobs into the gauges; a store that doesn't answer in a second leaves them as they are. */
export const read = (store: JobStore.JobStoreShape, shown: Set<string>): Effect.Effect<void> =>
  Effect.gen(function* () {
    const jobs = yield* Effect.timeout(store.running, "1 second")
    const now = yield* Clock.currentTimeMillis
    const sums = new Map<string, Sum>()
    for (const key of shown) sums.set(key, { ...nothing })
    for (const job of jobs) add(sums, job, now)
    for (const [key, sum] of sums) {
      shown.add(key)
      const { kind, outcome, tenant } = partsOf(key)
      if (outcome === undefined) {
        yield* Metric.update(Metric.withAttributes(runningJobs, { kind, tenant }), sum.jobs)
        yield* Metric.update(Metric.withAttributes(waitingUrls, { kind, tenant }), sum.urls)
        yield* Metric.update(Metric.withAttributes(oldest, { kind, tenant }), sum.age)
      } else yield* Metric.update(Metric.withAttributes(settledUrls, { kind, tenant, outcome }), sum.urls)
    }
  }).pipe(Effect.ignore)

// --- private --------------------------------------------------------------------------

const runningJobs = Metric.gauge("porthole_jobs", { description: "Jobs that run, by kind and tenant" })
const waitingUrls = Metric.gauge("porthole_job_urls_waiting", { description: "URLs of running jobs that wait" })
const settledUrls = Metric.gauge("porthole_job_urls", {
  description: "URLs of running jobs that are done, or failed by reason",
})
const oldest = Metric.gauge("porthole_job_oldest_seconds", { description: "Age of the oldest running job" })

interface Sum {
  jobs: number
  urls: number
  /** Seconds. */
  age: number
}

const nothing: Sum = { jobs: 0, urls: 0, age: 0 }

/** Maximum number of label sets, without those of `other`, which further tenants and outcomes are. */
const maxShown = 1_000

const partsOf = (key: string) => {
  const [kind = "", tenant = "", outcome] = key.split("\n")
  return { kind, tenant, outcome }
}

const add = (sums: Map<string, Sum>, { counts, created, kind, tenant }: JobStore.Job, now: number): void => {
  const name = tenant.replaceAll("\n", " ")
  const isShown = (key: string) => sums.has(key) || sums.size < maxShown
  const labelled = isShown(`${kind}\n${name}`) ? name : "other"
  const sumOf = (outcome: string): Sum => {
    const whole = `${kind}\n${labelled}${outcome}`
    const key = isShown(whole) || outcome === "" ? whole : `${kind}\nother\nother`
    const sum = sums.get(key) ?? { ...nothing }
    sums.set(key, sum)
    return sum
  }
  const all = sumOf("")
  all.jobs++
  all.urls += counts.waiting
  all.age = Math.max(all.age, Math.round((now - created) / 1_000))
  for (const [outcome, count] of Object.entries({ done: counts.done, ...counts.failed }))
    sumOf(`\n${outcome}`).urls += count
}
