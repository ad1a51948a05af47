/** The other side of the isolation, a thread or a process, as whoever has a document read sees it. */
import type { Task } from "../ReadDocument.ts"

/** What is told of it, once each: nothing comes after `lost`. */
export interface Listener {
  /** It answered the task. */
  readonly answered: (answer: unknown) => void
  /** It ended by itself, and won't answer any more. */
  readonly lost: (cause: unknown) => void
}

/** A thread or process that runs `Entry.ts`. */
export interface Peer {
  /** Hands a task over, with the memory of its bytes where that is the task's own. */
  readonly send: (task: Task) => void
  /** Resolves when it is ready to be sent a task, or is lost. */
  readonly isReady: Promise<void>
  /** Whether it has ended by itself. */
  readonly isLost: () => boolean
  /** Whose answer is awaited keeps this program running. */
  readonly await: (listener: Listener | undefined) => void
  /** How long it has kept a processor busy since it was started, in ms; 0 where that can't be told. */
  readonly processorTime: () => Promise<number>
  /** How much memory its heap has, in MiB; 0 where that can't be told. */
  readonly heap: () => Promise<number>
  /** Ends it, whatever it does, and returns when it has. */
  readonly end: () => Promise<unknown>
}

/** What a peer says first. */
export const ready = "ready"

/** The program of the other side, beside this file in the sources, as compiled and in a bundle. */
export const entry = new URL(import.meta.url.endsWith(".ts") ? "./Entry.ts" : "./Entry.js", import.meta.url)
