/**
 * Counts what a page makes the browser report of it. Each report costs the browser's own process, which serves the
 * other pages, too, and this program: so a page that causes too many, or too long ones, must end.
 */
import type { Event } from "../cdp/Connection.ts"

/** Makes a counter of a page's events, which tells whether they are too many, or too long. */
export const make = (): ((event: Pick<Event, "method" | "size">) => boolean) => {
  const all = { count: 0, size: 0 }
  const history = { count: 0, size: 0 }

  return ({ method, size }) => {
    add(all, size)
    if (method === "Page.navigatedWithinDocument") add(history, size)
    return exceeds(all, maxima.all) || exceeds(history, maxima.history)
  }
}

// --- private --------------------------------------------------------------------------

interface Amount {
  count: number
  /** Characters. */
  size: number
}

/**
 * An ordinary page causes some hundred events. Each URL of data is in two of its own: the images in a document of 5 MiB
 * have 10 MiB. An entry of the history with an address of a million characters costs the browser's process 80 ms;
 * Chromium itself allows 200 entries in 10 s.
 */
const maxima = {
  all: { count: 10_000, size: 32 * 1_048_576 },
  history: { count: 200, size: 1_048_576 },
} as const

const add = (amount: Amount, size: number): void => {
  amount.count++
  amount.size += size
}

const exceeds = (amount: Readonly<Amount>, max: Readonly<Amount>): boolean =>
  amount.count > max.count || amount.size > max.size
