/**
 * URLs that a site makes without end: calendars, combinations of filters, and paths that repeat themselves. They are
 * recognised by their pattern, and only the first of each pattern count. A list that the site publishes is no trap.
 */

/** Why a URL doesn't count. */
export type Trap = "calendar" | "filters" | "numbers" | "repetition" | "source"

/** Judges URLs in the order in which links lead to them. */
export interface Traps {
  /** The trap of a new URL; `undefined` if it counts. */
  readonly judge: (url: URL) => Trap | undefined
}

/** How many URLs of one pattern count. */
export const limits: Readonly<Record<Trap, number>> = {
  /** Dates. */
  calendar: 60,
  /** Several parameters at one path. */
  filters: 100,
  /** One parameter at one path. */
  numbers: 1_000,
  repetition: 0,
  source: 0,
}

/** Makes a judge. Its memory grows with the number of URLs that count, not with those that don't. */
export const make = (): Traps => {
  const counts = new Map<string, number>()
  return {
    judge: (url) => {
      const trap = trapOf(url)
      if (trap === undefined) return undefined
      const { kind, pattern } = trap
      const count = counts.get(pattern) ?? 0
      if (count >= limits[kind]) return kind
      counts.set(pattern, count + 1)
      return undefined
    },
  }
}

// --- private --------------------------------------------------------------------------

interface Pattern {
  readonly kind: Trap
  readonly pattern: string
}

const trapOf = ({ host, pathname, search }: URL): Pattern | undefined => {
  const segments = pathname.split("/").filter((segment) => segment !== "")
  if (isRepeating(segments)) return { kind: "repetition", pattern: host }
  if (segments.includes("_sources")) return { kind: "source", pattern: host }
  const parameters = search
    .slice(1)
    .split("&")
    .filter((part) => part !== "")
  const isDated = parameters.some((part) => date.test(part.slice(part.indexOf("=") + 1)))
  if (isDated || isCalendar(segments)) return { kind: "calendar", pattern: withoutNumbers(host + pathname) }
  if (parameters.length > 1) return { kind: "filters", pattern: `${host}${pathname}?` }
  const [parameter] = parameters
  return parameter === undefined
    ? undefined
    : { kind: "numbers", pattern: `${host}${pathname}?${parameter.split("=", 1)[0]}` }
}

/** A segment that occurs four times, or a pair of segments three times in a row. */
const isRepeating = (segments: ReadonlyArray<string>): boolean => {
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  if (Array.from(counts.values()).some((count) => count >= 4)) return true
  return segments.some(
    (segment, at) =>
      segment === segments[at + 2] &&
      segment === segments[at + 4] &&
      segments[at + 1] !== undefined &&
      segments[at + 1] === segments[at + 3] &&
      segments[at + 1] === segments[at + 5],
  )
}

/** A year, and perhaps a month and a day. */
const date = /^(?:19|20|21)\d{2}(?:[-/.]?(?:0?[1-9]|1[0-2])(?:[-/.]?\d{1,2})?)?$/

/** A path that ends in a date, such as `/events/2031/07` or `/day/2031-07-04`. A page's name behind it is none. */
const isCalendar = (segments: ReadonlyArray<string>): boolean => {
  const from = segments.findIndex((segment) => date.test(segment))
  return from !== -1 && segments.length - from <= 3 && segments.slice(from).every((segment) => /^[\d-]+$/.test(segment))
}

const withoutNumbers = (text: string): string => text.replace(/\d+/g, "0")
