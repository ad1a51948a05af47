/**
 * A program that starts a worker's process and waits for ever; `busy`: the process never stops reading. `node`: only
 * Node restricts it. It prints a line when the process has begun. `confinement`: it only prints what this machine allows.
 */
import * as Effect from "effect/Effect"
import { pathToFileURL } from "node:url"
import { join } from "node:path"
import * as Confinement from "../src/Confinement.ts"
import * as ProcessWorker from "../src/ProcessWorker.ts"

const has = (name: string): boolean => process.argv.includes(name)
if (has("confinement")) {
  process.stdout.write(JSON.stringify(await Effect.runPromise(Confinement.find)))
  process.exit()
}
const module = pathToFileURL(join(import.meta.dirname, has("busy") ? "busyFormat.ts" : "slowFormat.ts"))
const confinement = has("node") ? { confinement: { command: [], refusal: "a test" } } : {}
const start = await Effect.runPromise(ProcessWorker.make({ heap: 256, modules: [module], ...confinement }))
const worker = start([])
const print = (): void => void process.stdout.write("begun\n")
worker.listen({ begun: has("busy") ? print : () => {}, answered: print, lost: () => process.exit(1) })
const fetched = {
  url: "https://site.test/",
  contentType: "text/html",
  bytes: new Uint8Array(1),
  mode: "markdown",
} as const
worker.send({ module: module.href, fetched, timeout: 3_600_000, isTraced: false })
