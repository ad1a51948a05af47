/** A thread or process that runs `Entry.ts`, as the pool sees it. */
import * as Result from "effect/Result"
import type { Task } from "./Task.ts"

/** Receives a task's events. After `lost` only `lost` may come again, with the same cause. */
export interface Listener {
  /** The format's module is loaded and the reading begins. */
  readonly begun: () => void
  readonly answered: (answer: unknown) => void
  /** The worker ended by itself. */
  readonly lost: (cause: unknown) => void
}

/** Milliseconds of processor time since a worker's start, and MiB of its memory; 0 if unknown. */
export interface Usage {
  readonly processorTime: number
  readonly memory: number
}

/** A worker. It keeps this program running only while it has a listener. */
export interface Worker {
  readonly send: (task: Task) => void
  readonly isLost: () => boolean
  readonly listen: (listener: Listener | undefined) => void
  readonly usage: () => Promise<Usage>
  /** Ends the worker, whatever it is doing, and resolves when it has ended. */
  readonly end: () => Promise<unknown>
}

/** Starts a worker that loads these modules immediately. It throws where the system refuses at once. */
export type Start = (preload: ReadonlyArray<string>) => Worker

/** The message that a task's reading begins. */
export const begun = "begun"

/** The program of a worker, beside this file in the sources, when compiled and in a bundle. CommonJS has no URL. */
export const entry = new URL(
  import.meta.url?.endsWith(".ts") ? "./Entry.ts" : "./Entry.js",
  import.meta.url ?? "file:///none/",
)

/** Passes a worker's events to the current listener. */
export interface EventRelay extends Pick<Worker, "isLost" | "listen"> {
  readonly receive: (message: unknown) => void
  /** Records that the worker ended, and tells the listener; of several causes the first counts. */
  readonly lose: (cause: unknown) => void
}

/**
 * Makes the relay of a worker; `hold` sets whether the worker keeps this program running. A `Start` attaches its own
 * listeners, which makes Node wait for the worker, and then calls `listen(undefined)`.
 */
export const makeRelay = (hold: (isHeld: boolean) => void): EventRelay => {
  let listener: Listener | undefined
  let loss: { readonly cause: unknown } | undefined
  return {
    isLost: () => loss !== undefined,
    receive: (message) => (message === begun ? listener?.begun() : listener?.answered(message)),
    lose: (cause) => {
      loss ??= { cause }
      listener?.lost(loss.cause)
    },
    listen: (next) => {
      listener = next
      hold(next !== undefined)
      if (loss !== undefined) next?.lost(loss.cause)
    },
  }
}

/** Starts a worker; where the system refuses at once, the worker is lost already. */
export const startOrLose = (start: Start, preload: ReadonlyArray<string>): Worker =>
  Result.getOrElse(
    Result.try(() => start(preload)),
    lostWorker,
  )

// --- private --------------------------------------------------------------------------

const lostWorker = (cause: unknown): Worker => {
  const relay = makeRelay(() => {})
  relay.lose(cause)
  return {
    ...relay,
    send: () => {},
    usage: () => Promise.resolve({ processorTime: 0, memory: 0 }),
    end: () => Promise.resolve(),
  }
}
