/**
 * A bounded pool whose members belong to parties. Beyond its bound, the party with the most loses its oldest member, so
 * a party that floods the pool displaces only its own members.
 */

/** A pool of `Member`s, which are compared by identity. */
export interface FairPool<Member> {
  /** Adds a member as its party's youngest one; a member that is already in the pool moves. */
  readonly add: (member: Member, party: string, weight?: number) => void
  readonly remove: (member: Member) => void
  /** Makes a member of the pool heavier; it keeps its place. */
  readonly grow: (member: Member, by: number) => void
  /**
   * Removes members until the rest is within the bound, and returns them. It ends earlier at the first one that may not
   * leave.
   */
  readonly trim: (mayLeave?: (member: Member) => boolean) => ReadonlyArray<Member>
  /** Whether the members' weights exceed the bound. */
  readonly isOver: () => boolean
  /** All members. */
  readonly members: () => Iterable<Member>
}

/** Makes a pool whose members weigh at most `bound` together. */
export const make = <Member>(bound: number): FairPool<Member> => {
  const parties = new Map<string, Party<Member>>()
  const partyOf = new Map<Member, string>()
  let total = 0

  const grow: FairPool<Member>["grow"] = (member, by) => {
    const party = parties.get(partyOf.get(member) ?? "")
    const weight = party?.weights.get(member)
    if (party === undefined || weight === undefined) return
    party.weights.set(member, weight + by)
    party.weight += by
    total += by
  }

  const remove = (member: Member): void => {
    const name = partyOf.get(member)
    const party = name === undefined ? undefined : parties.get(name)
    if (name === undefined || party === undefined) return
    const weight = party.weights.get(member) ?? 0
    party.weights.delete(member)
    party.weight -= weight
    total -= weight
    partyOf.delete(member)
    if (party.weights.size === 0) parties.delete(name)
  }

  const add: FairPool<Member>["add"] = (member, name, weight = 1) => {
    remove(member)
    const party = parties.get(name) ?? { weight: 0, weights: new Map<Member, number>() }
    parties.set(name, party)
    party.weights.set(member, weight)
    party.weight += weight
    total += weight
    partyOf.set(member, name)
  }

  const isOver = () => total > bound

  const trim: FairPool<Member>["trim"] = (mayLeave = () => true) => {
    const removed: Array<Member> = []
    while (isOver()) {
      const oldest = oldestOfLargest(parties)
      if (oldest === undefined || !mayLeave(oldest)) break
      remove(oldest)
      removed.push(oldest)
    }
    return removed
  }

  return { add, remove, grow, trim, isOver, members: () => partyOf.keys() }
}

// --- private --------------------------------------------------------------------------

interface Party<Member> {
  weight: number
  /** The weight of each member, the oldest one first. */
  readonly weights: Map<Member, number>
}

const oldestOfLargest = <Member>(parties: ReadonlyMap<string, Party<Member>>): Member | undefined => {
  let largest: Party<Member> | undefined
  for (const party of parties.values()) if (party.weight > (largest?.weight ?? 0)) largest = party
  return largest?.weights.keys().next().value
}
