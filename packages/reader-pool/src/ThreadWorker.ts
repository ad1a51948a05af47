/** A worker thread. It ends within a few ms; its memory is part of this process. */
import * as NodeModule from "node:module"
import { dirname } from "node:path"
import { Worker as Thread } from "node:worker_threads"
import { Bound } from "@porthole/core"
import { entry, makeRelay, type Start } from "./Worker.ts"

/** Starts a thread. It has no environment but Node's compile cache, if any, and its output is discarded. */
export const start: Start = (preload) => {
  const compiled = NodeModule.getCompileCacheDir()
  const thread = Bound.start(
    "reader workers",
    () =>
      new Thread(entry, {
        argv: [...preload],
        // Node adds the folder of its version.
        env: compiled === undefined ? {} : { NODE_COMPILE_CACHE: dirname(compiled) },
        execArgv: [],
        stdin: false,
        stdout: true,
        stderr: true,
        resourceLimits: { maxYoungGenerationSizeMb: young, maxOldGenerationSizeMb: old },
      }),
  )
  const relay = makeRelay((isHeld) => (isHeld ? thread.ref() : thread.unref()))
  thread.on("message", relay.receive)
  thread.on("error", relay.lose)
  thread.on("messageerror", relay.lose)
  thread.on("exit", (code) => relay.lose(new Error(`The thread ended with ${code}.`)))
  relay.listen(undefined)
  return {
    ...relay,
    send: (task) => {
      // A copy: transferring a view would take its whole memory from the caller.
      const bytes = new Uint8Array(task.fetched.bytes)
      thread.postMessage({ ...task, fetched: { ...task.fetched, bytes } }, [bytes.buffer])
    },
    // A thread's processor time never exceeds the wall-clock time, which the pool also limits.
    usage: () =>
      thread.getHeapStatistics().then((heap) => ({ processorTime: 0, memory: heap.total_heap_size / 2 ** 20 })),
    end: () => thread.terminate(),
  }
}

// --- private --------------------------------------------------------------------------

/**
 * MiB of a thread's short-lived objects; each of V8's two halves has a third of it. A half holds the objects of a usual
 * page. With less, a page's tree survives collections and moves to the long-lived objects. Collecting those takes more
 * time, and V8 then discards the optimised code of functions that are made for each page.
 */
const young = 32

/** MiB of a thread's long-lived objects. V8 collects later the more it may use. */
const old = 512
