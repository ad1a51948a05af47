#!/usr/bin/env node
/**
 * The entry of `porthole`: as little as must come first. Signals are heard before anything is
 * loaded, and Node keeps compiled code in a folder of the user's cache, which only helps what is
 * imported afterwards. Where no such folder can be had, nothing is kept.
 *
 * An old Node can load this file, and reads which version it needs to be. Hence the namespace import: a missing named
 * export is a `SyntaxError`.
 */
import { existsSync } from "node:fs"
import * as NodeModule from "node:module"
import { isAbsolute, join } from "node:path"
import "./Signals.ts"

/** The major version that `engines` of the package demands. */
const oldestNode = 24

if (Number.parseInt(process.versions.node, 10) < oldestNode) {
  process.stderr.write(`porthole: This needs Node ${oldestNode} or newer; this is Node ${process.versions.node}.\n`)
  process.exit(1)
}

const { XDG_CACHE_HOME, LOCALAPPDATA, HOME } = process.env
const caches = XDG_CACHE_HOME || LOCALAPPDATA || HOME
// In a folder that isn't there Node may try to make ours for ever, as it does below /proc.
if (caches && isAbsolute(caches) && existsSync(caches)) {
  NodeModule.enableCompileCache(join(caches, caches === HOME ? ".cache" : "", "porthole", "compiled"))
}

const [command, ...rest] = process.argv.slice(2)
await (command === "mcp" && rest.length === 0 ? import("./mcp.ts") : import("./main.ts"))
