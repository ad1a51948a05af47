/**
 * How many workers of a pool a tenant may occupy. A document may take its whole timeout, so one worker stays for the
 * others: while several tenants have documents, none holds them all. A tenant that was alone for a while has every
 * worker.
 */

/** How long a tenant counts as present after its last document, in ms. */
export const presence = 60_000

/** The shares of a pool. */
export interface WorkerShares {
  /** Notes that a tenant has a document. */
  readonly see: (tenant: string) => void
  /** Whether a document of the tenant may take a worker. */
  readonly mayTake: (tenant: string) => boolean
  /** Whether other tenants hold all the workers that are in use. */
  readonly holdsNone: (tenant: string) => boolean
  readonly take: (tenant: string) => void
  readonly release: (tenant: string) => void
}

/** The shares of a pool of `size` workers; `now` is the time in ms. */
export const make = (size: number, now: () => number): WorkerShares => {
  const held = new Map<string, number>()
  /** When each tenant had its last document; the one that has waited longest for one is first. */
  const seen = new Map<string, number>()

  const heldBy = (tenant: string): number => held.get(tenant) ?? 0

  const isAlone = (): boolean => {
    for (const [tenant, at] of seen) {
      if (now() - at < presence || heldBy(tenant) > 0) break
      seen.delete(tenant)
    }
    return seen.size <= 1
  }

  const change = (tenant: string, by: 1 | -1): void => {
    const count = heldBy(tenant) + by
    if (count === 0) held.delete(tenant)
    else held.set(tenant, count)
  }

  return {
    see: (tenant) => {
      seen.delete(tenant)
      seen.set(tenant, now())
    },
    mayTake: (tenant) => size === 1 || heldBy(tenant) < size - 1 || isAlone(),
    holdsNone: (tenant) => heldBy(tenant) === 0,
    take: (tenant) => change(tenant, 1),
    release: (tenant) => change(tenant, -1),
  }
}
