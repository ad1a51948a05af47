/**
 * A bounded queue in which tenants take turns, so that one that enters much delays only itself. Each tenant's items
 * keep their order. Beyond the bound the tenant with the most loses an item, so a flood displaces only its own.
 */

/** A queue's bound. */
export interface Bounds {
  /** Maximum total weight; an item's is 1 unless it is given. */
  readonly maxWeight: number
  /** Which of its items the tenant with the most loses. Default: the youngest. */
  readonly loses?: "youngest" | "oldest"
}

/** A queue of items that differ by identity. */
export interface FairQueue<A> {
  readonly size: () => number
  /** Adds an item as its tenant's youngest; one that is already in the queue moves. {@link trim} restores the bound. */
  readonly add: (item: A, tenant: string, weight?: number) => void
  /** Makes an item heavier; it keeps its place. */
  readonly grow: (item: A, by: number) => void
  /** Whether the item was still there. */
  readonly remove: (item: A) => boolean
  /** Removes the oldest item of the tenant whose turn it is, of those whose item may leave; it asks in that order. */
  readonly take: (mayLeave: (item: A, tenant: string) => boolean) => A | undefined
  /** The number of items that leave before an item that this tenant would add. */
  readonly ahead: (tenant: string) => number
  /** Whether the items' weights exceed the bound. */
  readonly isOver: () => boolean
  /** Removes items until the rest is within the bound, and returns them. One that may not leave ends that. */
  readonly trim: (mayLeave?: (item: A) => boolean) => ReadonlyArray<A>
  /** All items. */
  readonly items: () => Iterable<A>
}

/** Makes an empty queue. */
export const make = <A>({ loses = "youngest", maxWeight }: Bounds): FairQueue<A> => {
  /** The tenant whose turn is next is the first one. Each has at least one item. */
  const lines = new Map<string, Line<A>>()
  const tenantOf = new Map<A, string>()
  let total = 0
  /** The tenant of the last item that was added. */
  let latest = ""

  const remove = (item: A): boolean => {
    const tenant = tenantOf.get(item)
    const line = tenant === undefined ? undefined : lines.get(tenant)
    if (tenant === undefined || line === undefined) return false
    total -= line.remove(item)
    tenantOf.delete(item)
    if (line.weights.size === 0) lines.delete(tenant)
    return true
  }

  const add: FairQueue<A>["add"] = (item, tenant, weight = 1) => {
    remove(item)
    const line = lines.get(tenant) ?? new Line<A>()
    lines.set(tenant, line)
    line.grow(item, weight)
    tenantOf.set(item, tenant)
    total += weight
    latest = tenant
  }

  const grow: FairQueue<A>["grow"] = (item, by) => {
    const tenant = tenantOf.get(item)
    if (tenant === undefined) return
    lines.get(tenant)?.grow(item, by)
    total += by
  }

  const take: FairQueue<A>["take"] = (mayLeave) => {
    for (const [tenant, line] of lines) {
      const item = line.oldest()
      if (item === undefined || !mayLeave(item, tenant)) continue
      remove(item)
      // Its next turn comes after those of all others.
      if (lines.delete(tenant)) lines.set(tenant, line)
      return item
    }
    return undefined
  }

  const ahead = (tenant: string): number => {
    const own = lines.get(tenant)?.weights.size ?? 0
    let count = own
    for (const [other, { weights }] of lines) if (other !== tenant) count += Math.min(weights.size, own + 1)
    return count
  }

  const isOver = () => total > maxWeight

  const trim: FairQueue<A>["trim"] = (mayLeave = () => true) => {
    const removed: Array<A> = []
    while (isOver()) {
      const item = heaviest(lines, latest)?.[loses]()
      if (item === undefined || !mayLeave(item)) break
      remove(item)
      removed.push(item)
    }
    return removed
  }

  return { size: () => tenantOf.size, add, grow, remove, take, ahead, isOver, trim, items: () => tenantOf.keys() }
}

// --- private --------------------------------------------------------------------------

/** The items of one tenant. */
class Line<A> {
  weight = 0
  /** The weight of each item, the oldest one first. */
  readonly weights = new Map<A, number>()

  grow(item: A, by: number): void {
    this.weights.set(item, (this.weights.get(item) ?? 0) + by)
    this.weight += by
  }

  /** Removes an item, and returns its weight. */
  remove(item: A): number {
    const weight = this.weights.get(item) ?? 0
    this.weights.delete(item)
    this.weight -= weight
    return weight
  }

  oldest(): A | undefined {
    return this.weights.keys().next().value
  }

  youngest(): A | undefined {
    let found: A | undefined
    for (const item of this.weights.keys()) found = item
    return found
  }
}

/**
 * The line with the most. Of several it is the latest one's own, so that two tenants with as much don't displace each
 * other, else the last one, whose turn is the latest.
 */
const heaviest = <A>(lines: ReadonlyMap<string, Line<A>>, latest: string): Line<A> | undefined => {
  let found: Line<A> | undefined
  for (const line of lines.values()) if (line.weight >= (found?.weight ?? 0)) found = line
  const own = lines.get(latest)
  return own !== undefined && own.weight >= (found?.weight ?? 0) ? own : found
}
