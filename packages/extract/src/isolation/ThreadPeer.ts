/** A worker thread: bytes are handed over without a copy, and it ends within a few ms. Its memory is this process's own. */
import { Worker } from "node:worker_threads"
import type { Task } from "../ReadDocument.ts"
import { type Listener, type Peer, entry, ready } from "./Peer.ts"

/** Starts a thread. It has no environment, and what it writes goes nowhere. */
export const start = (): Peer => {
  const worker = new Worker(entry, { env: {}, execArgv: [], stdin: false, stdout: true, stderr: true })
  let listener: Listener | undefined
  let loss: { readonly cause: unknown } | undefined
  const { promise: isReady, resolve: settle } = Promise.withResolvers<void>()
  const lose = (cause: unknown): void => {
    loss ??= { cause }
    settle()
    listener?.lost(loss.cause)
  }
  worker.on("message", (answer: unknown) => (answer === ready ? settle() : listener?.answered(answer)))
  worker.on("error", lose)
  worker.on("messageerror", lose)
  worker.on("exit", (code) => lose(new Error(`The thread ended with ${code}.`)))
  worker.unref()
  return {
    send: (task) => {
      const bytes = owned(task.fetched)
      worker.postMessage({ ...task, fetched: { ...task.fetched, bytes } }, [bytes.buffer])
    },
    isReady,
    isLost: () => loss !== undefined,
    await: (next) => {
      listener = next
      if (next === undefined) worker.unref()
      else worker.ref()
      if (loss !== undefined) next?.lost(loss.cause)
    },
    processorTime: () => worker.cpuUsage().then(({ system, user }) => (system + user) / 1_000),
    end: () => worker.terminate(),
  }
}

// --- private --------------------------------------------------------------------------

/** Bytes that can be handed over: those that may be, where they are all of their memory, or a copy. */
const owned = ({ bytes, mayTake }: Task["fetched"]): Uint8Array<ArrayBuffer> =>
  mayTake === true && bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? new Uint8Array(bytes.buffer)
    : new Uint8Array(bytes)
