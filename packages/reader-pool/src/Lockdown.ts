/**
 * Takes from a thread or process that reads documents what Node's permission model leaves it: the network, signals, and
 * V8's flags, some of which write files. This is no boundary: code that reaches Node's internals finds other ways.
 * Where it can, `Confinement.ts` takes the network and signals for good.
 */
import dgram from "node:dgram"
import dns from "node:dns"
import { syncBuiltinESMExports } from "node:module"
import net from "node:net"
import os from "node:os"
import v8 from "node:v8"

/** Makes this thread refuse to connect, listen, resolve names and signal processes. */
export const lockDown = (): void => {
  for (const [target, names] of refused) {
    for (const name of names) if (name in target) Object.defineProperty(target, name, { value: refuse })
  }
  // The named exports of these modules are copies.
  syncBuiltinESMExports()
}

// --- private --------------------------------------------------------------------------

const refuse = (): never => {
  throw new Error("A reader of documents may not do this.")
}

/** Everything of a module that can be called, classes included. */
const functionsOf = (module: object): ReadonlyArray<string> =>
  Object.entries(module).flatMap(([name, value]: [string, unknown]) => (typeof value === "function" ? [name] : []))

/** HTTP, TLS, `fetch` and WebSocket connect and listen by these, too. */
const refused: ReadonlyArray<readonly [object, ReadonlyArray<string>]> = [
  [net.Socket.prototype, ["connect"]],
  [net.Server.prototype, ["listen", "_listen2"]],
  [net, ["_createServerHandle"]],
  [dgram.Socket.prototype, ["bind", "connect", "send", "addMembership", "addSourceSpecificMembership"]],
  [dgram, ["_createSocketHandle"]],
  [dns, functionsOf(dns)],
  [dns.promises, functionsOf(dns.promises)],
  [process, ["kill", "_kill", "_debugProcess", "_debugEnd"]],
  [os, ["setPriority"]],
  [v8, ["setFlagsFromString", "setHeapSnapshotNearHeapLimit"]],
  // oxlint-disable-next-line no-restricted-globals -- the globals themselves
  [globalThis, ["fetch", "WebSocket", "EventSource"]],
]
