/** A server that a command starts. */
import { once } from "node:events"
import { type Options, start } from "./porthole.ts"

/** Starts it on a free port of loopback, unless `args` set another one, and waits for the address that it prints. */
export const serving = async ({
  args = ["serve", "--listen", "127.0.0.1:0"],
  ...options
}: Options & { readonly args?: ReadonlyArray<string> } = {}) => {
  const { child, finished, stderr } = start(args, options)
  const ended = finished.then((end) => Promise.reject(new Error(`The server ended: ${end.stderr}`)))
  // A warning may come first, for example of a Redis that is slow on a busy machine.
  while (!/http:[^\s"]+[\s"]/.test(stderr())) await Promise.race([once(child.stderr, "data"), ended])
  return { child, finished, url: /http:[^\s"]+/.exec(stderr())?.[0] ?? "" }
}
