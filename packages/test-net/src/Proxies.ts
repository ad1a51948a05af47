/**
 * Real proxies: squid and tinyproxy for CONNECT, danted for SOCKS 5, from Debian's packages. Each lets every client
 * reach everything, so only the client's own boundary keeps the private side shut. Start one from a program inside the
 * network.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import * as Listening from "./Listening.ts"

/** The programs. */
export const kinds = ["squid", "tinyproxy", "danted"] as const
export type Kind = (typeof kinds)[number]

/** A running proxy. */
export interface Proxy {
  readonly url: string
  /** Ends it, and returns the `address:port` of all tunnels that were requested. */
  readonly end: () => Promise<ReadonlyArray<string>>
}

/** How to start one. */
export interface Options {
  /** Where it listens; by default on loopback. */
  readonly address?: string
  /** `user:password` that clients need; only tinyproxy can. */
  readonly credentials?: string
  /** Whether it opens tunnels to port 443 only, as these programs come. */
  readonly secureOnly?: boolean
}

/**
 * Whether tests with them must be skipped here; prints a message if so. With `PORTHOLE_REQUIRE_SERVERS=1` they fail
 * instead.
 */
export const isMissing = (): boolean => {
  const missing = kinds.filter((kind) => spawnSync(kind, ["-v"]).error !== undefined)
  if (missing.length === 0) return false
  const sentence = `The tests of proxies can't run: ${missing.join(", ")} isn't installed.`
  if (process.env["PORTHOLE_REQUIRE_SERVERS"] === "1") throw new Error(sentence)
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  console.warn(`SKIPPED: ${sentence}`)
  return true
}

/** Starts one, and waits until it listens. */
export const start = async (kind: Kind, options: Options = {}): Promise<Proxy> => {
  const { address = "127.0.0.1" } = options
  const folder = mkdtempSync(join(tmpdir(), "porthole-proxy-"))
  // squid and danted give up the rights of root.
  chmodSync(folder, 0o777)
  const { args, configuration, log, port, scheme, target } = programs[kind]
  writeFileSync(join(folder, "conf"), configuration({ ...options, address, folder }))
  const program = spawn(kind, [...args, join(folder, "conf")], { stdio: "ignore" })
  // clock: polls until it listens
  for (let waits = 0; waits < 3_000 && !(await Listening.at(address, port)); waits++) await setTimeout(20)
  const logged = (): ReadonlyArray<string> => {
    const text = existsSync(join(folder, log)) ? readFileSync(join(folder, log), "utf8") : ""
    return Array.from(text.matchAll(target), ([, host, at]) => `${host}:${at}`)
  }
  return { url: `${scheme}://${address}:${port}`, end: () => endOf(program).then(logged) }
}

// --- private --------------------------------------------------------------------------

interface Program {
  readonly scheme: "http" | "socks5"
  readonly port: number
  readonly args: ReadonlyArray<string>
  readonly log: string
  readonly configuration: (options: Options & { readonly address: string; readonly folder: string }) => string
  /** The host and the port of each target in the log. */
  readonly target: RegExp
}

const programs: Readonly<Record<Kind, Program>> = {
  squid: {
    scheme: "http",
    port: 3_128,
    args: ["-N", "-f"],
    log: "targets.log",
    target: /^\S+ (\S+):(\d+)$/gm,
    configuration: ({ address, folder, secureOnly = false }) => `
      http_port ${address}:3128
      pid_filename none
      # Otherwise it looks the name of this machine up.
      visible_hostname proxy.test
      cache deny all
      memory_cache_shared off
      logformat target %rm %ru
      access_log stdio:${folder}/targets.log logformat=target
      cache_log ${folder}/cache.log
      coredump_dir ${folder}
      shutdown_lifetime 0 seconds
      acl SSL_ports port 443
      ${secureOnly ? "http_access deny CONNECT !SSL_ports" : ""}
      http_access allow all
    `,
  },
  tinyproxy: {
    scheme: "http",
    port: 3_129,
    args: ["-d", "-c"],
    log: "targets.log",
    target: / CONNECT (\S+):(\d+) HTTP/g,
    configuration: ({ address, credentials, folder, secureOnly = false }) =>
      [
        "Port 3129",
        `Listen ${address}`,
        `LogFile "${folder}/targets.log"`,
        "LogLevel Connect",
        "MaxClients 100",
        "Timeout 600",
        ...(secureOnly ? ["ConnectPort 443", "ConnectPort 563"] : []),
        ...(credentials === undefined ? [] : [`BasicAuth ${credentials.replace(":", " ")}`]),
        "",
      ].join("\n"),
  },
  danted: {
    scheme: "socks5",
    port: 1_080,
    args: ["-f"],
    log: "targets.log",
    target: / -> \S+ (\S+)\.(\d+)$/gm,
    configuration: ({ address, folder }) => `
      logoutput: ${folder}/targets.log
      internal: ${address} port = 1080
      external: lo
      clientmethod: none
      socksmethod: none
      user.privileged: root
      user.unprivileged: nobody
      client pass { from: 0/0 to: 0/0 }
      socks pass { from: 0/0 to: 0/0
        log: connect }
    `,
  },
}

const endOf = async (program: ChildProcess): Promise<void> => {
  if (program.exitCode !== null) return
  const ended = once(program, "exit")
  program.kill("SIGTERM")
  await Promise.race([ended, setTimeout(60_000)]) // clock: bounds a hang
}
