/**
 * Rejections that nobody waits for: pdf.js makes them of some damaged documents, and Node ends a program for them. What
 * runs confined has none, whatever it leaves behind; promises made elsewhere in the program meanwhile are let alone.
 */
import { AsyncLocalStorage } from "node:async_hooks"
import { promiseHooks } from "node:v8"

/** Does something of which no rejection but that of the promise it returns is told to anybody. */
export const confined = <A>(work: () => Promise<A>): Promise<A> => {
  const stop = watch()
  return within.run(true, work).finally(() => {
    // What was left behind may go on for a little while.
    setTimeout(stop, afterwards).unref()
  })
}

// --- private --------------------------------------------------------------------------

const within = new AsyncLocalStorage<true>()

/** In ms. */
const afterwards = 1_000

let watchers = 0
let unhook: (() => void) | undefined

/** Watches promises for as long as somebody wants it. */
const watch = (): (() => void) => {
  watchers++
  unhook ??= hooked()
  return () => {
    if (--watchers > 0) return
    unhook?.()
    unhook = undefined
  }
}

const hooked = (): (() => void) => {
  const end = promiseHooks.onInit(hold)
  return () => void end()
}

let isHolding = false

/** A promise that has a handler, even one that does nothing, is never told as unhandled; the handler's own promise needs none. */
const hold = (promise: Promise<unknown>): void => {
  if (isHolding || within.getStore() === undefined) return
  isHolding = true
  promise.then(undefined, () => undefined)
  isHolding = false
}
