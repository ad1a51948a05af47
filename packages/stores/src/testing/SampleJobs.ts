/** Jobs of a page or two for tests of a `JobStore`, and a worker's turn at them. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Frontier } from "@porthole/core"
import type * as JobStore from "../JobStore.ts"

/** A page of a host. */
export const item = (host: string, path = ""): Frontier.Item => {
  const url = `https://${host}/${path}`
  return { key: url, url, host }
}

/** A batch of a page of each host. */
export const batch = (
  tenant: string,
  hosts: ReadonlyArray<string>,
  more: Partial<JobStore.NewJob> = {},
): JobStore.NewJob => ({
  tenant,
  kind: "batch",
  request: { extract: "text" },
  most: 100,
  items: hosts.map((host) => item(host)),
  keep: 60_000,
  maxRunning: 10,
  maxKept: 10,
  ...more,
})

/** What a turn did: the job that had it, and the host that was visited, if one was free. */
export interface Turn {
  readonly job: JobStore.Job
  readonly host: string | undefined
}

/** Visits the next page of the job whose turn it is; `undefined` if none has one. */
export const turn = Effect.fnUntraced(function* (
  jobs: JobStore.JobStoreShape,
  worker = "worker",
): Effect.fn.Return<Turn | undefined, JobStore.JobStoreError | Frontier.FrontierError> {
  const { job } = yield* jobs.next(worker)
  if (job === undefined) return undefined
  const frontier = jobs.frontier(job)
  const lease = Option.getOrUndefined(yield* frontier.lease(worker, 60_000))
  if (lease === undefined) return { job, host: undefined }
  const taken = yield* frontier.take(lease, { count: 1, pace: 0 })
  yield* frontier.settle(
    lease,
    taken.map(({ key }) => ({ key, outcome: { result: { text: key } } })),
  )
  yield* frontier.release(lease, { wait: 0 })
  return { job, host: lease.host }
})
