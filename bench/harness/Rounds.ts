/**
 * Alternated rounds: every peer has its turn in each round, so that other load of the machine meets all alike. A figure
 * is the median over the rounds, a ratio the median of the rounds' ratios.
 */
import { median } from "./Figures.ts"

/** The outcomes of each peer, one for each round. */
export type Outcomes<Name, Outcome> = ReadonlyMap<Name, ReadonlyArray<Outcome>>

/** How many rounds there are. */
export interface Length {
  readonly rounds: number
  /** Rounds before the first, which warm up and don't count. */
  readonly warmUps?: number
  /** Milliseconds after which no further round begins; by default all do. */
  readonly ms?: number
  /** The least number of rounds, whatever the time. */
  readonly least?: number
}

/** Runs the rounds, each in an order drawn anew. */
export const alternate = async <Name, Outcome>(
  names: ReadonlyArray<Name>,
  { rounds, warmUps = 0, ms = Number.POSITIVE_INFINITY, least = 1 }: Length,
  run: (name: Name, round: number) => Promise<Outcome>,
): Promise<Outcomes<Name, Outcome>> => {
  const outcomes = new Map(names.map((name) => [name, new Array<Outcome>()]))
  const end = performance.now() + ms
  for (let round = -warmUps; round < rounds && (round < least || performance.now() < end); round++) {
    for (const name of shuffled(names)) {
      const outcome = await run(name, round)
      if (round >= 0) outcomes.get(name)?.push(outcome)
    }
  }
  return outcomes
}

/** The median of a figure of a peer. */
export const figure = <Name, Outcome>(
  outcomes: Outcomes<Name, Outcome>,
  name: Name,
  of: (outcome: Outcome) => number,
): number => median((outcomes.get(name) ?? []).map(of))

/** The rounds' ratios of a figure of a peer to that of another, in the order of the rounds. */
export const ratios = <Name, Outcome>(
  outcomes: Outcomes<Name, Outcome>,
  [name, base]: readonly [Name, Name],
  of: (outcome: Outcome) => number,
): ReadonlyArray<number> => {
  const bases = (outcomes.get(base) ?? []).map(of)
  return (outcomes.get(name) ?? []).map((outcome, at) => of(outcome) / (bases[at] ?? Number.NaN))
}

/** The median of the rounds' ratios. */
export const ratio = <Name, Outcome>(
  outcomes: Outcomes<Name, Outcome>,
  names: readonly [Name, Name],
  of: (outcome: Outcome) => number,
): number => median(ratios(outcomes, names, of))

// --- private --------------------------------------------------------------------------

const shuffled = <A>(items: ReadonlyArray<A>): ReadonlyArray<A> =>
  items
    .map((item) => ({ item, at: Math.random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
