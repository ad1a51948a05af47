/** A reader that tries what no reader may do; its content lists what worked, as JSON. */
import type { DocumentFormat } from "@porthole/core"
import * as Result from "effect/Result"
import child from "node:child_process"
import dgram from "node:dgram"
import dns from "node:dns"
import { once } from "node:events"
import fs from "node:fs"
import http from "node:http"
import { createRequire } from "node:module"
import net, { type Socket } from "node:net"
import os from "node:os"
import v8 from "node:v8"
import { Worker } from "node:worker_threads"

/** What is outside of the reader's process. */
export interface Target {
  /** The process that started this one. */
  readonly parent: number
  readonly tcp: number
  readonly udp: number
  /** The path of a socket that listens. */
  readonly socket: string
  /** A file that nobody gave to the reader. */
  readonly secret: string
  /** A folder that this user may write to. */
  readonly folder: string
  /** A folder of the program. */
  readonly own: string
}

type Attempt = (target: Target) => unknown

const connected = async (socket: Socket): Promise<void> => {
  // clock: bounds a hang
  const timer = setTimeout(() => socket.destroy(new Error("Nobody answers.")), 60_000)
  await once(socket, "connect").finally(() => clearTimeout(timer))
  socket.destroy()
}

const required = createRequire(import.meta.url)("node:net") as typeof net

/** Whatever throws or rejects has failed. */
const attempts: Readonly<Record<string, Attempt>> = {
  connect: ({ tcp }) => connected(net.connect(tcp, "127.0.0.1")),
  "connect by a new socket": ({ tcp }) => connected(new net.Socket().connect({ port: tcp, host: "127.0.0.1" })),
  "connect by a built-in module": ({ tcp }) =>
    connected(process.getBuiltinModule("node:net").connect(tcp, "127.0.0.1")),
  "connect by a require": ({ tcp }) => connected(required.connect(tcp, "127.0.0.1")),
  "connect by an import": async ({ tcp }) => connected((await import("node:net")).createConnection(tcp, "127.0.0.1")),
  "connect to a file": ({ socket }) => connected(net.connect(socket)),
  "an HTTP request": async ({ tcp }) => {
    const request = http.get({ port: tcp, host: "127.0.0.1" })
    const [response] = await once(request, "response")
    response.resume()
  },
  fetch: ({ tcp }) => fetch(`http://127.0.0.1:${tcp}/`),
  "a WebSocket": ({ tcp }) => new WebSocket(`ws://127.0.0.1:${tcp}/`).close(),
  listen: async () => {
    const server = net.createServer().listen(0, "127.0.0.1")
    await once(server, "listening")
    server.close()
  },
  "listen on HTTP": async () => {
    const server = http.createServer().listen(0)
    await once(server, "listening")
    server.close()
  },
  "a datagram": async ({ udp }) => {
    const { promise, reject, resolve } = Promise.withResolvers<void>()
    const socket = dgram.createSocket("udp4").on("error", reject)
    socket.send("x", udp, "127.0.0.1", (error) => (error === null ? resolve() : reject(error)))
    return promise.finally(() => socket.close())
  },
  "a name": () => dns.promises.lookup("localhost"),
  "a name with a callback": () =>
    new Promise((resolve, reject) => dns.lookup("localhost", (error) => (error === null ? resolve(0) : reject(error)))),
  "a resolver": () => new dns.Resolver(),
  "a signal to its parent": ({ parent }) => process.kill(parent, 0),
  "a signal to all": () => process.kill(0, 0),
  "another priority of its parent": ({ parent }) => os.setPriority(parent, os.getPriority(parent)),
  spawn: async () => once(child.spawn("true"), "exit"),
  execFileSync: () => child.execFileSync("true"),
  "a thread": async () => new Worker("", { eval: true }),
  "read a file": ({ secret }) => fs.readFileSync(secret),
  "read a file by a promise": ({ secret }) => fs.promises.readFile(secret),
  "read /etc/passwd": () => fs.readFileSync("/etc/passwd"),
  "read its parent's environment": ({ parent }) => fs.readFileSync(`/proc/${parent}/environ`),
  "see an environment": () => {
    if (Object.keys(process.env).length === 0) throw new Error("There is none.")
  },
  "list a folder": ({ folder }) => fs.readdirSync(folder),
  "write a file": ({ folder }) => fs.writeFileSync(`${folder}/written`, ""),
  "write beside its program": ({ own }) => fs.writeFileSync(`${own}/written`, ""),
  "write a report": ({ folder }) => process.report.writeReport(`${folder}/report`),
  "write its heap": ({ folder }) => v8.writeHeapSnapshot(`${folder}/heap`),
  "set a flag of V8": () => v8.setFlagsFromString("--no-lazy"),
  "write a database": async ({ folder }) => new (await import("node:sqlite")).DatabaseSync(`${folder}/database`),
}

/** The names of the attempts that worked. */
export const whatWorks = async (target: Target): Promise<ReadonlyArray<string>> => {
  // A socket that fails late must not end the process.
  process.on("uncaughtException", () => {})
  const working: Array<string> = []
  for (const [name, attempt] of Object.entries(attempts)) {
    const works = await Promise.resolve()
      .then(() => attempt(target))
      .then(
        () => true,
        () => false,
      )
    if (works) working.push(name)
  }
  return working
}

export const read: DocumentFormat.Read = async ({ bytes }) => {
  const working = await whatWorks(JSON.parse(new TextDecoder().decode(bytes)) as Target)
  return Result.succeed({ title: "", content: JSON.stringify(working), links: [], text_length: 0 })
}

// As a program: the target is its argument.
if (process.argv[2]?.startsWith("{") === true) {
  const working = await whatWorks(JSON.parse(process.argv[2]) as Target)
  process.stdout.write(JSON.stringify(working), () => process.exit())
}
