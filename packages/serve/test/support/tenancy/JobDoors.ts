/**
 * Every way to a job: the endpoints that take one. Those that show or change one have its id in their path, and are
 * found among the router's routes.
 */
import type { JobStore } from "@porthole/stores"

/** An endpoint that takes a job. */
export interface JobDoor {
  readonly route: string
  readonly kind: JobStore.Kind
  /** Whether its answer has the pages, because the job ends with the request. */
  readonly isWhole?: true
  readonly bodyOf: (url: string) => object
}

const batch = (route: string): JobDoor => ({ route, kind: "batch", bodyOf: (url) => ({ urls: [url] }) })
const crawl = (route: string): JobDoor => ({ route, kind: "crawl", bodyOf: (url) => ({ url }) })

/** All of them. */
export const all: ReadonlyArray<JobDoor> = [
  batch("POST /api/v1/batch"),
  crawl("POST /api/v1/crawl"),
  batch("POST /v1/batch/scrape"),
  crawl("POST /v1/crawl"),
  batch("POST /v2/batch/scrape"),
  crawl("POST /v2/crawl"),
  { ...crawl("POST /crawl"), isWhole: true },
]

/** Whether a route shows or changes a job. */
export const isOfJob = (route: string): boolean => route.includes(":id")
