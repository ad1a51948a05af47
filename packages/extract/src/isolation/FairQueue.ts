/**
 * A bounded queue in which tenants take turns, so that one that enters much delays only itself. Each tenant's items
 * keep their order. In a full queue the youngest item of the tenant with the most makes room for one of another tenant.
 */

/** What a queue may hold. */
export interface Owned {
  readonly tenant: string
}

/** A queue of items that differ by identity. */
export interface FairQueue<A extends Owned> {
  readonly length: () => number
  /** Adds an item. Returns the one for which there is no room any more: another tenant's, or this one. */
  readonly add: (item: A) => A | undefined
  /** Removes the oldest item of the tenant whose turn it is, of those that may have one. */
  readonly take: (mayHave: (tenant: string) => boolean) => A | undefined
  /** Whether the item was still there. */
  readonly remove: (item: A) => boolean
}

/** Makes an empty queue. */
export const make = <A extends Owned>(maxLength: number): FairQueue<A> => {
  /** The next tenant is the first one. Each has at least one item. */
  const tenants = new Map<string, Array<A>>()
  let length = 0

  const put = (item: A): void => {
    const items = tenants.get(item.tenant)
    if (items === undefined) tenants.set(item.tenant, [item])
    else items.push(item)
    length += 1
  }

  const remove = (item: A): boolean => {
    const items = tenants.get(item.tenant) ?? []
    const at = items.indexOf(item)
    if (at < 0) return false
    items.splice(at, 1)
    if (items.length === 0) tenants.delete(item.tenant)
    length -= 1
    return true
  }

  return {
    length: () => length,
    add: (item) => {
      if (length < maxLength) return void put(item)
      const most = longest(tenants.values())
      const displaced = most.at(-1)
      // With a difference of one, the two would only swap places.
      if (displaced === undefined || most.length <= (tenants.get(item.tenant)?.length ?? 0) + 1) return item
      remove(displaced)
      put(item)
      return displaced
    },
    take: (mayHave) => {
      for (const [tenant, items] of tenants) {
        const [item] = items
        if (item === undefined || !mayHave(tenant)) continue
        remove(item)
        // Its next turn comes after those of all others.
        if (tenants.delete(tenant)) tenants.set(tenant, items)
        return item
      }
      return undefined
    },
    remove,
  }
}

// --- private --------------------------------------------------------------------------

/** Of several longest lists the last one, whose turn is the latest. */
const longest = <A>(lists: Iterable<ReadonlyArray<A>>): ReadonlyArray<A> => {
  let found: ReadonlyArray<A> = []
  for (const list of lists) if (list.length >= found.length) found = list
  return found
}
