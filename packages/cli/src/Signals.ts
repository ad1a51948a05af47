/**
 * Signal handling from the start. Loading the command takes longer than starting Node, so the entry imports this module
 * first: an early signal also ends the process with the right code, and during a run {@link onSignal} lets it wind down
 * first.
 */

/** The exit codes that shells expect after a signal: 128 and the signal's number. */
const codes = { SIGINT: 130, SIGTERM: 143 } as const

type Listener = (code: number) => void

let listener: Listener = (code) => process.exit(code)
let isEnding = false
let isIgnored = false

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => {
    if (isIgnored && signal === "SIGINT") return
    if (isEnding) return die(signal)
    isEnding = true
    listener(codes[signal])
  })
}

/**
 * Lets the system end the process: `process.exit` waits for threads, and a native call of one may take minutes. Linux
 * ignores the signal only for the process with the id 1.
 */
const die = (signal: keyof typeof codes): void => {
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
  process.exit(codes[signal])
}

/** Passes the first signal to `first`; a second one ends the process at once. */
export const onSignal = (first: Listener): void => {
  listener = first
}

/** Lets signals end the process again: `process.exit` may wait for a thread without end, and no listener runs then. */
export const release = (): void => {
  for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal)
}

/** Ignores Ctrl+C, because the pager that now reads the keyboard handles it. Returns a function that ends this. */
export const ignoreInterrupts = (): (() => void) => {
  isIgnored = true
  return () => {
    isIgnored = false
  }
}
