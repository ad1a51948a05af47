/**
 * Signal handling from the start. Loading the command takes longer than starting Node, so the entry imports this module
 * first: an early signal also ends the process with the right code, and during a run {@link onSignal} lets it wind down
 * first.
 */

/** The exit codes that shells expect after a signal: 128 and the signal's number. */
const codes = { SIGINT: 130, SIGTERM: 143 } as const

type Listener = (code: number) => void

const quit: Listener = (code) => process.exit(code)
let listener = quit
let isIgnored = false

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (isIgnored && signal === "SIGINT") return
    const first = listener
    listener = quit
    first(codes[signal])
  })
}

/** Passes the first signal to `first`; a second one ends the process at once. */
export const onSignal = (first: Listener): void => {
  listener = first
}

/** Ignores Ctrl+C, because the pager that now reads the keyboard handles it. Returns a function that ends this. */
export const ignoreInterrupts = (): (() => void) => {
  isIgnored = true
  return () => {
    isIgnored = false
  }
}
