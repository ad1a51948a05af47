/** A thread or process that runs `Entry.ts`, as the pool sees it. */
import type { Task } from "./Task.ts"

/** Receives what happens to a task. Nothing follows `lost`. */
export interface Listener {
  /** The reader is loaded and the reading begins. */
  readonly begun: () => void
  readonly answered: (answer: unknown) => void
  /** The worker ended by itself. */
  readonly lost: (cause: unknown) => void
}

/** What a worker uses. */
export interface Usage {
  /** Milliseconds of processor time since its start; 0 if unknown. */
  readonly processor: number
  /** MiB of memory; 0 if unknown. */
  readonly memory: number
}

/** A worker. It keeps this program running only while somebody listens. */
export interface Worker {
  readonly send: (task: Task) => void
  readonly isLost: () => boolean
  readonly listen: (listener: Listener | undefined) => void
  readonly usage: () => Promise<Usage>
  /** Ends the worker, whatever it does, and resolves when it has ended. */
  readonly end: () => Promise<unknown>
}

/** Starts a worker that loads these readers at once. */
export type Start = (preload: ReadonlyArray<string>) => Worker

/** The message that a task's reading begins. */
export const begun = "begun"

/** The program of a worker, beside this file in the sources, as compiled and in a bundle. */
export const entry = new URL(import.meta.url.endsWith(".ts") ? "./Entry.ts" : "./Entry.js", import.meta.url)
