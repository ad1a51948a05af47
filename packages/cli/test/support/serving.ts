/** A server that a command starts. */
import { once } from "node:events"
import { type Options, start } from "./porthole.ts"

/** Starts it on a free port of loopback, unless `args` set another one, and waits for the address that it prints. */
export const serving = async ({
  args = ["serve", "--listen", "127.0.0.1:0"],
  ...options
}: Options & { readonly args?: ReadonlyArray<string> } = {}) => {
  const { child, finished } = start(args, options)
  let printed = ""
  // A warning may come first, for example of a Redis that is slow on a busy machine.
  while (!/http:\S+\s/.test(printed)) printed += String((await once(child.stderr, "data"))[0])
  return { child, finished, url: /http:\S+/.exec(printed)?.[0] ?? "" }
}
