/** The tables of the measure under attack: the figures of each round, their ratios, and what is wanted of them. */
import { countsOf, mean, printTable, quantile } from "../../harness/Figures.ts"
import type { Timed } from "../../harness/Rate.ts"
import type { Kind, Outcome } from "./OrdinaryCalls.ts"
import type { End } from "./Served.ts"

/** The calls of one kind by one ordinary tenant in one round. */
export interface Row {
  readonly round: Round
  readonly tenant: string
  readonly kind: Kind
  readonly calls: ReadonlyArray<Timed<Outcome>>
}

export const rounds = ["alone", "beside harmless calls", "under attack"] as const
export type Round = (typeof rounds)[number]

/** What the server's processes did during the attack. */
export interface Process {
  /** Resident memory of the server's process, and of its process tree, once a second, in MiB. */
  readonly memory: ReadonlyArray<readonly [process: number, tree: number]>
  /** Seconds into the attack after which the process ended on its own. */
  readonly died: number | undefined
  readonly end: End & { readonly seconds: number }
}

/** Prints the figures of a round. Times are of answered calls, from the moment at which a call was due. */
export const printRound = (rows: ReadonlyArray<Row>): void => {
  const print = printTable("round | tenant | call | calls | refused | lost | p50, ms | p95, ms | longest, ms | reasons")
  for (const row of rows) {
    const { kind, round, tenant } = row
    const { calls, longest, lost, p50, p95, refused } = figuresOf(row)
    const reasons = countsOf(row.calls.flatMap(({ outcome: { reason } }) => (reason === "" ? [] : [reason])))
    const times = [p50, p95, longest].map(Math.round)
    print(round, tenant, kind, calls, refused, lost, ...times, reasons.map((pair) => pair.join(": ")).join(", "))
  }
  console.log()
}

/** Prints the ratios of the rounds. */
export const printRatios = (comparisons: ReadonlyArray<Comparison>): void => {
  const print = printTable(
    "tenant | call | p95 under attack / alone | / beside harmless calls | longest beyond the bound, ms",
  )
  for (const { beyond, name, toAlone, toHarmless } of comparisons) print(...name, toAlone, toHarmless, beyond)
  console.log()
}

/** The rounds of one kind of call of one tenant. */
export interface Comparison {
  readonly name: readonly [tenant: string, kind: string]
  readonly toAlone: number
  readonly toHarmless: number
  /** How much longer the longest call took than the p95 may be, in ms. */
  readonly beyond: number
}

/** Compares the rounds. */
export const compare = (rows: ReadonlyArray<Row>): ReadonlyArray<Comparison> =>
  rows
    .filter(({ round }) => round === "under attack")
    .map((under) => {
      const of = (round: Round) =>
        figuresOf(rows.find((row) => row.round === round && row.tenant === under.tenant && row.kind === under.kind))
      const [alone, harmless, { longest, p95 }] = [of("alone"), of("beside harmless calls"), figuresOf(under)]
      return {
        name: [under.tenant, under.kind],
        toAlone: p95 / alone.p95,
        toHarmless: p95 / harmless.p95,
        beyond: Math.round(longest - Math.min(ratios.alone * alone.p95, ratios.harmless * harmless.p95)),
      }
    })

/** Prints the memory of each tenth. */
export const printMemory = ({ memory }: Process): void => {
  const print = printTable("memory, MiB, mean of each tenth | process | process tree")
  for (const [at, tenth] of tenthsOf(memory).entries()) print(String(at + 1), ...tenth.map(Math.round))
  console.log()
}

/** Prints what is wanted, what was measured, and whether that holds. */
export const printVerdict = (rows: ReadonlyArray<Row>, process: Process): void => {
  const comparisons = compare(rows)
  const print = printTable("wanted | measured | holds")
  const line = (wanted: string, measured: string, holds: boolean) => print(wanted, measured, holds ? "yes" : "no")
  for (const round of rounds) {
    const all = rows.filter((row) => row.round === round).map(figuresOf)
    const [calls = 0, lost = 0, refused = 0] = (["calls", "lost", "refused"] as const).map((name) => sum(all, name))
    line(`0 calls lost ${round}`, `${lost} of ${calls}`, lost === 0)
    const wanted = `refused at most ${100 * maxRefused} % of ordinary calls ${round}`
    line(wanted, `${refused} of ${calls}`, refused <= maxRefused * calls)
  }
  const worst = (name: "toAlone" | "toHarmless" | "beyond") =>
    // A kind without an answer has no time, which is the worst.
    comparisons.toSorted((a, b) => (Number.isNaN(a[name]) ? -1 : Number.isNaN(b[name]) ? 1 : b[name] - a[name]))[0]
  const compared = (wanted: string, name: "toAlone" | "toHarmless" | "beyond", bound: number, unit: string) => {
    const most = worst(name)
    const value = most?.[name] ?? Number.NaN
    line(
      wanted,
      `${Number.isNaN(value) ? "no answer" : `${value.toFixed(1)}${unit}`} (${most?.name.join(", ")})`,
      value <= bound,
    )
  }
  compared(`p95 at most ${ratios.alone} times that alone`, "toAlone", ratios.alone, "")
  compared(`p95 at most ${ratios.harmless} times that beside harmless calls`, "toHarmless", ratios.harmless, "")
  compared("longest call at most 1 s beyond both", "beyond", 1_000, " ms")
  for (const [at, name] of ["process", "process tree"].entries()) {
    const tenths = tenthsOf(process.memory).map((tenth) => tenth[at] ?? 0)
    const [early, late] = [mean(tenths.slice(1, 5)), mean(tenths.slice(5))]
    const measured = `${Math.round(early)} MiB in tenths 2 to 5, ${Math.round(late)} MiB in 6 to 10`
    line(`level memory of the ${name} (at most 1.1 times)`, measured, late <= 1.1 * early)
  }
  const { died, end } = process
  const ending = `code ${end.code}, signal ${end.signal}`
  line("the process lives until SIGTERM", died === undefined ? "yes" : `${died} s, ${ending}`, died === undefined)
  const isGraceful = died === undefined && end.code === 0 && end.seconds <= grace
  line(
    `ends ${grace} s after SIGTERM at most, with 0`,
    died === undefined ? `${end.seconds} s, ${ending}` : "-",
    isGraceful,
  )
}

// --- private --------------------------------------------------------------------------

/** How many times the other rounds' p95 a p95 under attack may be. */
const ratios = { alone: 3, harmless: 1.5 }

/** The share of a round's calls that may be refused: 429, 503, or told to come back later. */
const maxRefused = 0.01

/** Seconds after SIGTERM (docs/serve.md). */
const grace = 10

interface Figures {
  readonly calls: number
  readonly refused: number
  readonly lost: number
  readonly p50: number
  readonly p95: number
  readonly longest: number
}

const figuresOf = (row: Row | undefined): Figures => {
  const { calls = [] } = row ?? {}
  const endsOf = (end: Outcome["end"]) => calls.filter(({ outcome }) => outcome.end === end)
  const times = endsOf("answered").map(({ ms }) => ms)
  const [p50 = 0, p95 = 0, longest = 0] = [0.5, 0.95, 1].map((share) => quantile(times, share))
  return { calls: calls.length, refused: endsOf("refused").length, lost: endsOf("lost").length, p50, p95, longest }
}

const sum = (figures: ReadonlyArray<Figures>, name: "calls" | "lost" | "refused"): number =>
  figures.reduce((total, figure) => total + figure[name], 0)

const tenthsOf = (memory: Process["memory"]): ReadonlyArray<readonly [number, number]> =>
  Array.from({ length: 10 }, (_, at) => {
    const tenth = memory.slice(Math.floor((memory.length * at) / 10), Math.floor((memory.length * (at + 1)) / 10))
    return [mean(tenth.map(([process]) => process)), mean(tenth.map(([, tree]) => tree))]
  })
