/**
 * How much of a bound each tenant may hold: the one formula behind workers, threads, requests, renderings and texts.
 *
 * A tenant that holds nothing may take whatever is free. Another one may hold only so much for each unit that stays
 * free. So one tenant alone leaves room, and busy tenants get equal shares in time. This is a dynamic threshold as
 * switches use it for shared memory (Choudhury and Hahne, Dynamic Queue Length Thresholds for Shared-Memory Packet
 * Switches, 1998). A reserve is kept besides.
 */

/** The rule of a bound. */
export interface Rule {
  /** The weight that all tenants may hold together. */
  readonly capacity: number
  /** A heavier item counts as this weight, so that it fits beside others. Default: all but the reserve. */
  readonly heaviest?: number
  /** How much a tenant may hold for each free unit. Default: no such limit. */
  readonly perFree?: number
  /** The weight that a tenant which holds something leaves free. Default: 0. */
  readonly reserve?: number
  /**
   * `newcomers` (default): the reserve is for tenants that hold nothing. `others`: what other tenants hold counts
   * towards it, so that no tenant holds everything, and several may.
   */
  readonly reserveFor?: "newcomers" | "others"
  /** Whether the only tenant may hold everything. Default: no. */
  readonly allIfAlone?: boolean
}

/** How long a tenant counts as present after it was last seen, in ms. */
export const presence = 60_000

/** The shares of one bound. */
export interface Share {
  /** Notes that a tenant wants something. */
  readonly see: (tenant: string) => void
  /** Whether a tenant may take a weight now; by default 1. */
  readonly mayTake: (tenant: string, weight?: number) => boolean
  /** The weight that a tenant holds. */
  readonly heldBy: (tenant: string) => number
  /** The weight that nobody holds. */
  readonly free: () => number
  readonly take: (tenant: string, weight?: number) => void
  readonly release: (tenant: string, weight?: number) => void
}

/** The time and the free weight that a share reads. */
export interface Surroundings {
  /** The time in ms. */
  readonly now: () => number
  /** The free weight of a bound of which this share is a part. Default: what this share's tenants leave free. */
  readonly free?: () => number
}

/** Makes the shares of a bound, of which nothing is held. */
export const make = (rule: Rule, { now, free: freeAround }: Surroundings): Share => {
  const { allIfAlone = false, capacity, perFree = Number.POSITIVE_INFINITY, reserve = 0 } = rule
  const held = new Map<string, number>()
  const presentTenants = new Presence(now)
  let used = 0

  const free = freeAround ?? (() => capacity - used)
  const heldBy = (tenant: string): number => held.get(tenant) ?? 0
  const heaviest = rule.heaviest ?? Math.max(1, capacity - reserve)
  const sizeOf = (weight: number): number => Math.min(weight, heaviest)
  /** Only something light may take the reserve: it is for many newcomers. */
  const hasRoomFor = (weight: number): boolean => sizeOf(weight) <= (weight <= reserve ? free() : free() - reserve)
  const isAlone = (tenant: string): boolean => used === heldBy(tenant) && !presentTenants.hasOther(tenant)

  const isWithinShare = (tenant: string, weight: number): boolean => {
    const own = heldBy(tenant)
    const kept = rule.reserveFor === "others" ? Math.max(0, reserve - (used - own)) : reserve
    const available = free() - kept
    return weight <= available && own < perFree * available
  }

  const change = (tenant: string, by: number): void => {
    const weight = heldBy(tenant) + by
    if (weight === 0) held.delete(tenant)
    else held.set(tenant, weight)
    used += by
  }

  return {
    see: (tenant) => presentTenants.see(tenant),
    mayTake: (tenant, weight = 1) =>
      heldBy(tenant) === 0
        ? hasRoomFor(weight)
        : isWithinShare(tenant, sizeOf(weight)) || (allIfAlone && isAlone(tenant) && sizeOf(weight) <= free()),
    heldBy,
    free,
    take: (tenant, weight = 1) => change(tenant, sizeOf(weight)),
    release: (tenant, weight = 1) => change(tenant, -sizeOf(weight)),
  }
}

// --- private --------------------------------------------------------------------------

/** The two tenants that were seen last: enough to tell whether one has company. */
class Presence {
  private last: Seen | undefined
  private previous: Seen | undefined
  private readonly now: () => number

  constructor(now: () => number) {
    this.now = now
  }

  see(tenant: string): void {
    if (this.last?.tenant !== tenant) this.previous = this.last
    this.last = { tenant, at: this.now() }
  }

  /** Whether another tenant was seen within {@link presence}. */
  hasOther(tenant: string): boolean {
    const other = this.last?.tenant === tenant ? this.previous : this.last
    return other !== undefined && this.now() - other.at < presence
  }
}

interface Seen {
  readonly tenant: string
  readonly at: number
}
