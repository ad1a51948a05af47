#!/usr/bin/env node
/**
 * The entry of `porthole`: only the code that must run first. It handles signals before anything is loaded, sets the
 * size of libuv's pool, and enables Node's compile cache in the user's cache folder, which only helps later imports.
 * Without such a folder there is no cache.
 *
 * An old Node can load this file, and then a newer one runs it, if there is one. Hence the namespace import: a missing
 * named export is a `SyntaxError`.
 */
import { existsSync, type Stats, statSync } from "node:fs"
import * as NodeModule from "node:module"
import { isAbsolute, join } from "node:path"
import "./Signals.ts"

/** The major version in the package's `engines`. */
const oldestNode = 24

const { bun, deno, node } = process.versions
if (bun !== undefined || deno !== undefined || Number.parseInt(node, 10) < oldestNode) {
  await import("./NewerNode.ts").then(({ runThere }) => runThere(oldestNode))
}

// libuv reads it at the first use of its pool, which is later; on Windows only at the start of the process. Its own
// four threads look up two names at a time, for all tenants together.
if (process.platform !== "win32") process.env["UV_THREADPOOL_SIZE"] ??= "16"

const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env
const caches = XDG_CACHE_HOME || LOCALAPPDATA || HOME
const own = process.getuid?.()

/** Whether only this user can write to a folder: Node runs the code that it finds there. */
const isPrivate = ({ gid, mode, uid }: Stats): boolean =>
  own === undefined || (uid === own && (mode & 0o002) === 0 && ((mode & 0o020) === 0 || gid === own))

/** The folder for the cache, unless another user can write to it or to one on the way. */
const compiledIn = (top: string, names: ReadonlyArray<string>): string | undefined => {
  // Below it, and below a folder that is missing, Node may try forever to make ours.
  if (/^\/proc(?:\/|$)/.test(top)) return undefined
  let folder = top
  for (const name of ["", ...names]) {
    folder = join(folder, name)
    if (existsSync(folder) ? !isPrivate(statSync(folder)) : name === "") return undefined
  }
  return folder
}

if (caches && isAbsolute(caches)) {
  const compiled = compiledIn(caches, [...(caches === HOME ? [".cache"] : []), "porthole", "compiled"])
  if (compiled !== undefined) NodeModule.enableCompileCache(compiled)
}

const [command, ...rest] = process.argv.slice(2)
await (command === "mcp" && rest.length === 0 ? import("./mcp.ts") : import("./main.ts"))

// A server reads many pages. Any flag invalidates the compiled code that Node comes with, also as an argument to Node,
// so these are set once the program is loaded.
if (command === "mcp" || command === "serve" || command === "worker") {
  const { setFlagsFromString } = process.getBuiltinModule("node:v8")

  // If some objects of a page live long, V8 later allocates such objects directly in its old generation. There they
  // outlive their page, with all that they refer to, until a full garbage collection.
  setFlagsFromString("--no-allocation-site-pretenuring")

  // Threads begin with the size that their heaps reach anyway, in MiB: before, V8 collects more often.
  setFlagsFromString("--min-semi-space-size=16")
  setFlagsFromString("--initial-old-space-size=64")

  // This thread keeps the young generation that it has. It would grow to 100 MiB, for objects that die at once.
  if (command === "mcp") setFlagsFromString("--semi-space-growth-factor=1")
}
