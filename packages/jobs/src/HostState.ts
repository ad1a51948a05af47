/**
 * What a job knows about a host: how often it has failed in a row, and the wait that follows from its answers. It
 * travels in a lease's notes, so that it survives the process.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** The state of a host; times are in milliseconds, `since` since the epoch. */
export const HostState = Schema.Struct({
  /** The distance of requests that the site demands. */
  demanded: Schema.Natural,
  /** Whether it has ever answered. */
  answered: Schema.Boolean,
  /** Failures in a row that may pass. */
  failures: Schema.Natural,
  /** When the first of them was. */
  since: Schema.optionalKey(Schema.Natural),
})
export type HostState = typeof HostState.Type

/**
 * A failure that may pass. `refused`: the host asks to come later. `down`: it can't be reached, or says that it can't
 * answer. `failing`: this request had no usable answer, which may be the page's fault.
 */
export interface Trouble {
  readonly kind: "refused" | "down" | "failing"
  /** The wait in milliseconds that the host demands. */
  readonly retryAfter?: number | undefined
}

/** A host of which nothing is known. */
export const fresh: HostState = { demanded: 0, answered: false, failures: 0 }

/** The state in a lease's notes. */
export const fromNotes = (notes: unknown): HostState => Option.getOrElse(decode(notes), () => fresh)

/** The state after an answer. */
export const answered = (state: HostState): HostState => ({ demanded: state.demanded, answered: true, failures: 0 })

/** The state after a failure that may pass. */
export const troubled = (state: HostState, now: number): HostState => ({
  ...state,
  failures: state.failures + 1,
  since: state.since ?? now,
})

/** The state of a host that was given up, whose later items begin anew. */
export const givenUp = (state: HostState): HostState => ({ ...fresh, demanded: state.demanded })

/** The wait in milliseconds after a failure; it doubles with each failure in a row. */
export const waitAfter = ({ failures }: HostState, { kind, retryAfter = 0 }: Trouble): number =>
  Math.max(retryAfter, Math.min(maxWait, (kind === "refused" ? 10_000 : 1_000) * 2 ** Math.min(failures - 1, 20)))

/**
 * Whether a host is given up: it failed several times in a row, for longer than its kind of failure is borne, or it
 * demands a wait that exceeds that.
 */
export const isHopeless = (state: HostState, { kind, retryAfter = 0 }: Trouble, now: number): boolean => {
  const lasted = now - (state.since ?? now)
  if (kind === "refused") return Math.max(lasted, retryAfter) > patience.refused
  return state.failures >= (kind === "down" ? 3 : 6) && lasted > (state.answered ? patience.known : patience.unknown)
}

/** The rest in milliseconds after an answer that took so long: as long again, if that was more than a second. */
export const restAfter = (took: number): number => (took > slowAnswer ? Math.min(took, maxRest) : 0)

// --- private --------------------------------------------------------------------------

/** Five minutes: a host that is back is found within that time. */
const maxWait = 300_000

const slowAnswer = 1_000
const maxRest = 60_000

/** How long failures in a row are borne: two hours of refusals, and a quarter of an hour of a host that did answer. */
const patience = { refused: 7_200_000, known: 900_000, unknown: 60_000 }

const decode = Schema.decodeUnknownOption(HostState)
