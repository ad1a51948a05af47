/** A worker thread: bytes are handed over without a copy, and it ends within a few ms. Its memory is this process's own. */
import { Worker } from "node:worker_threads"
import type { Task } from "../ReadDocument.ts"
import * as PeerState from "./PeerState.ts"
import { entry, type Peer } from "./Peer.ts"

/** Starts a thread. It has no environment, and what it writes goes nowhere. */
export const start = (): Peer => {
  const worker = new Worker(entry, {
    env: {},
    execArgv: [],
    stdin: false,
    stdout: true,
    stderr: true,
    resourceLimits: { maxYoungGenerationSizeMb: young },
  })
  const state = PeerState.make((isHeld) => (isHeld ? worker.ref() : worker.unref()))
  worker.on("message", state.take)
  worker.on("error", state.lose)
  worker.on("messageerror", state.lose)
  worker.on("exit", (code) => state.lose(new Error(`The thread ended with ${code}.`)))
  return {
    ...state,
    send: (task) => {
      const bytes = owned(task.fetched)
      worker.postMessage({ ...task, fetched: { ...task.fetched, bytes } }, [bytes.buffer])
    },
    processorTime: () => worker.cpuUsage().then(({ system, user }) => (system + user) / 1_000),
    heap: () => worker.getHeapStatistics().then((heap) => heap.total_heap_size / 2 ** 20),
    end: () => worker.terminate(),
  }
}

// --- private --------------------------------------------------------------------------

/** MiB of a thread's short-lived objects: more of them, as comes by itself, takes memory and saves no time. */
const young = 32

/** Bytes that can be handed over: those that may be, where they are all of their memory, or a copy. */
const owned = ({ bytes, mayTake }: Task["fetched"]): Uint8Array<ArrayBuffer> =>
  mayTake === true && bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes)
