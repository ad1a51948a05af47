/**
 * The record that holds an answer's exchange, if a recording is made or replayed. The ports under the recording report
 * each of their records to the collector of the call that they answer.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A record: its id, the digest of its payload, and when it was made, ISO 8601 in UTC. */
export const Kept = Schema.Struct({
  id: Schema.String,
  digest: Schema.String,
  date: Schema.String,
  /** `true` if the answer comes from the recording. */
  replayed: Schema.optionalKey(Schema.Literal(true)),
})
export type Kept = typeof Kept.Type

/** A record, or that a part of the answer isn't in the recording, which is full or can't be written. */
export const Recorded = Schema.Union([Kept, Schema.Struct({ lost: Schema.Literal(true) })])
export type Recorded = typeof Recorded.Type

/** A record, or none, and the URL that it answers. */
export interface Entry {
  readonly target: string
  /** Absent if it couldn't be recorded. */
  readonly kept?: Kept | undefined
}

/** Where the records of the current call are reported; nowhere by default. */
export const Collector: Context.Reference<Array<Entry> | undefined> = Context.Reference<Array<Entry> | undefined>(
  "@porthole/core/Recorded/Collector",
  { defaultValue: () => undefined },
)

/** Runs an effect, and returns what it reported, too. */
export const collect = <A, E, R>(
  effect: Effect.Effect<A, E, R>,
): Effect.Effect<{ readonly value: A; readonly entries: ReadonlyArray<Entry> }, E, R> =>
  Effect.suspend(() => {
    const entries: Array<Entry> = []
    return Effect.map(Effect.provideService(effect, Collector, entries), (value) => ({ value, entries }))
  })

/** The record of an answer: the last one of its URL, else the last one. An answer that lacks a part has none. */
export const choose = (entries: ReadonlyArray<Entry>, url?: string): Recorded | undefined => {
  if (entries.some(({ kept }) => kept === undefined)) return { lost: true }
  return (entries.findLast(({ target }) => target === url) ?? entries.at(-1))?.kept
}

/** When a record was made; `undefined` without one. */
export const dateOf = (recorded: Recorded | undefined): string | undefined =>
  recorded !== undefined && "date" in recorded ? recorded.date : undefined

/** The field of an answer; nothing without a record. */
export const field = ({ recorded }: { readonly recorded?: Recorded | undefined }): { readonly recorded?: Recorded } =>
  recorded === undefined ? {} : { recorded }

/**
 * Says that an answer comes from a recording, or is missing in the one that is made; nothing otherwise. The date is
 * checked: a file may hold any text.
 */
export const sentence = ({ recorded }: { readonly recorded?: Recorded | undefined }): ReadonlyArray<string> => {
  if (recorded === undefined) return []
  if ("lost" in recorded) return ["This answer isn't recorded: the recording is full, or can't be written."]
  if (recorded.replayed !== true) return []
  const day = /^\d{4}-\d{2}-\d{2}/.exec(recorded.date)?.[0]
  return [`From a recording of ${day ?? "an unknown day"}.`]
}
