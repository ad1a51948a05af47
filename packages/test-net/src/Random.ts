/** Random choices from a seed: the same seed makes the same run on every machine. */

export interface Random {
  /** A whole number from 0 to `below` - 1. */
  readonly int: (below: number) => number
  readonly pick: <A>(of: readonly [A, ...ReadonlyArray<A>]) => A
  /** True on average once in `times` calls. */
  readonly oneIn: (times: number) => boolean
}

/** A random seed. */
export const freshSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0

/** Mulberry32: 32 bits of state, fast, and good enough to choose test cases. */
export const make = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return (t ^ (t >>> 14)) >>> 0
  }
  const int = (below: number): number => Math.floor((next() / 4_294_967_296) * below)
  return {
    int,
    pick: (of) => of[int(of.length)] ?? of[0],
    oneIn: (times) => int(times) === 0,
  }
}
