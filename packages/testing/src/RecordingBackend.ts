/** A backend that answers every request with the same hits, page and image, and records what it is asked. */
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { Settings, Site, type WebBackend } from "@porthole/core"
import * as Doubles from "./Doubles.ts"
import { files as sampleImages } from "./SampleImages.ts"

/** The backend, and its requests so far. */
export interface Recording {
  readonly layer: Layer.Layer<WebBackend.WebBackend>
  readonly searches: ReadonlyArray<WebBackend.SearchRequest>
  readonly extracts: ReadonlyArray<WebBackend.ExtractRequest>
  /** The number of all requests. */
  readonly count: () => number
  /** What is out of bounds in the requests. */
  readonly faults: () => ReadonlyArray<string>
}

/** Makes a backend without requests. */
export const make = (): Recording => {
  const searches: Array<WebBackend.SearchRequest> = []
  const extracts: Array<WebBackend.ExtractRequest> = []
  const images: Array<WebBackend.ImageRequest> = []
  const files: Array<WebBackend.SiteFileRequest> = []
  return {
    searches,
    extracts,
    layer: Doubles.backend({
      search: (request) => Effect.sync(() => (searches.push(request), { provider: "recording", rows: hits })),
      extract: (request) => Effect.sync(() => (extracts.push(request), { ...page, url: request.url })),
      image: (request) =>
        Effect.sync(() => (images.push(request), { url: request.url, bytes: sampleImages["image/png"] })),
      site: {
        robots: () => Effect.succeed({ sitemaps: [], allows: () => true }),
        file: (request) => Effect.sync(() => (files.push(request), { url: request.url, size: 1, text: "" })),
        page: (request) => Effect.succeed({ row: { ...page, url: request.url } }),
      },
    }),
    count: () => searches.length + extracts.length + images.length + files.length,
    faults: () => [
      ...searches.flatMap(searchFaults),
      ...extracts.flatMap(({ mode }) => modeFaults(mode)),
      ...[...extracts, ...images, ...files].flatMap(({ url }) => urlFaults(url)),
    ],
  }
}

/** The documentation site whose pages the backend has. */
export const site: Site.Site = Result.getOrThrow(
  Result.flatMap(
    Site.readAll([{ name: "boats", baseUrl: "https://docs.example/guide" }], Effect.runSync(Settings.make())),
    ([read]) => Result.fromNullishOr(read, () => "no site"),
  ),
)

// --- private --------------------------------------------------------------------------

/** More hits than a search may return. */
const hits = Array.from({ length: 120 }, (_, at) => ({
  title: `Hit ${at}`,
  url: `https://docs.example/guide/${at}.html`,
  snippet: "High water.",
}))

/** Some 6,000 characters of one byte each. */
const page = {
  title: "Tides",
  content: Array.from({ length: 60 }, (_, at) => `## Part ${at}\n\nHigh water ${at} is at six. The tides are low.`)
    .join("\n\n")
    .padEnd(6_000, " and so on"),
  links: [],
  status_code: 200,
}

const ranges = { max_results: [1, 100], page: [1, 100], freshness_days: [1, 3_650] } as const

const words: Readonly<Record<string, ReadonlyArray<unknown>>> = {
  category: ["general", "news"],
  time_range: ["day", "week", "month", "year"],
  safesearch: ["off", "moderate", "strict"],
  include_metadata: [true, false],
}

/** The least and the greatest length of a trimmed text. */
const lengths: Readonly<Record<string, readonly [number, number]>> = {
  query: [1, 2_000],
  language: [2, 30],
  country: [2, 2],
  start_date: [10, 10],
  end_date: [10, 10],
}

/** The fields of a search that are out of bounds, and those that no search has. */
const searchFaults = (request: WebBackend.SearchRequest): ReadonlyArray<string> =>
  Object.entries(request).flatMap(([name, value]: [string, unknown]) => (isInBounds(name, value) ? [] : [name]))

const isInBounds = (name: string, value: unknown): boolean => {
  if (isRanged(name)) {
    const [least, most] = ranges[name]
    return typeof value === "number" && Number.isInteger(value) && value >= least && value <= most
  }
  if (name === "domains" || name === "exclude_domains") return isHostList(value)
  return words[name]?.includes(value) ?? isText(value, lengths[name])
}

const isText = (value: unknown, [least, most]: readonly [number, number] = [1, 0]): boolean =>
  typeof value === "string" && value === value.trim() && value.length >= least && value.length <= most

const isRanged = (name: string): name is keyof typeof ranges => Object.hasOwn(ranges, name)

const isHostList = (value: unknown): boolean =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= 100 &&
  value.every((host: unknown) => typeof host === "string" && host.length <= 253)

const modeFaults = (mode: unknown): ReadonlyArray<string> =>
  mode === "markdown" || mode === "text" || mode === "html" ? [] : ["mode"]

const urlFaults = (url: string): ReadonlyArray<string> =>
  url.startsWith("https://") || url.startsWith("http://") ? [] : ["url"]
