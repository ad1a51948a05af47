/**
 * The index of a long page, which doesn't depend on the question. Rankings of one tenant that work on the same text at
 * the same time share it; it is forgotten when the last of them ends.
 */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Scope from "effect/Scope"
import { Conversation } from "../domain/Conversation.ts"
import * as TimeSlice from "../domain/time/TimeSlice.ts"
import type { BareText, PageText } from "./BareText.ts"
import type { Blocks } from "./Blocks.ts"
import type { Chunk } from "./Chunks.ts"
import type { ChunkIndex } from "./ChunkIndex.ts"

/** The blocks, chunks and words of a page. */
export interface PageIndex {
  readonly blocks: Blocks
  readonly chunks: ReadonlyArray<Chunk>
  readonly index: ChunkIndex
}

/** Gives the result of the first call to all calls. */
export type Once<A> = (make: Effect.Effect<A>) => Effect.Effect<A>

/** The parts of a page that its rankings share. */
export interface Shared {
  readonly shown: Once<BareText>
  /** Chunks of English pages have other lengths. */
  readonly english: Once<PageIndex>
  readonly other: Once<PageIndex>
}

/** Works with the parts of a page, with or without the targets of its links. */
export const use = <A, E, R>(
  page: PageText,
  withTargets: boolean,
  work: (parts: Shared) => Effect.Effect<A, E, R>,
): Effect.Effect<A, E, R> =>
  page.text.length <= TimeSlice.length
    ? work(unshared)
    : Conversation.use(({ tenant }) =>
        Effect.acquireUseRelease(enter([tenant, page.mainLength, withTargets].join(" "), page.text), work, leave),
      )

// --- private --------------------------------------------------------------------------

/** The parts of a text that is being ranked. */
interface Entry extends Shared {
  readonly caller: string
  readonly text: string
  readonly scope: Scope.Closeable
  users: number
}

/** A short page isn't worth sharing. */
const unshared: Shared = { shown: (make) => make, english: (make) => make, other: (make) => make }

/** The texts that are being ranked, by who ranks them and how. The permits of `TextWork` bound their number. */
const entries = new Map<string, Map<string, Entry>>()

const enter = (caller: string, text: string): Effect.Effect<Entry> =>
  Effect.gen(function* () {
    const texts = entries.get(caller) ?? new Map<string, Entry>()
    const entry = texts.get(text) ?? emptyEntry(caller, text, yield* Scope.make())
    entries.set(caller, texts.set(text, entry))
    entry.users++
    return entry
  })

const leave = (entry: Entry): Effect.Effect<void> =>
  Effect.suspend(() => {
    if (--entry.users > 0) return Effect.void
    const texts = entries.get(entry.caller)
    texts?.delete(entry.text)
    if (texts?.size === 0) entries.delete(entry.caller)
    return Scope.close(entry.scope, Exit.void)
  })

const emptyEntry = (caller: string, text: string, scope: Scope.Closeable): Entry => ({
  caller,
  text,
  scope,
  users: 0,
  shown: onceIn(scope),
  english: onceIn(scope),
  other: onceIn(scope),
})

/** A call that leaves doesn't stop what others wait for. */
const onceIn = <A>(scope: Scope.Scope): Once<A> => {
  let made: Fiber.Fiber<A> | undefined
  return (make) =>
    Effect.suspend(() =>
      made === undefined
        ? Effect.map(Effect.forkIn(make, scope, { startImmediately: true }), (fiber) => (made = fiber))
        : Effect.succeed(made),
    ).pipe(Effect.flatMap(Fiber.join))
}
