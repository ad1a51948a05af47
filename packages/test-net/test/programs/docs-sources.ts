/**
 * Adds documentation by the command in a network of its own: from an HTTPS server, and from a registry on loopback that
 * a `.npmrc` names with a token.
 */
import { execFile, execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import http from "node:http"
import https from "node:https"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { packed } from "../../../cli/test/support/packed.ts"
import { World } from "../../src/index.ts"

/** A command's end, and the requests that it made. */
export interface Ran {
  readonly code: number
  readonly output: string
  readonly asked: ReadonlyArray<string>
}

/** The program's output: the commands, and the connections that reached the private side. */
export interface Output {
  readonly ran: ReadonlyArray<Ran>
  /** The first command with indexes on a full disk, and the files that it left there. */
  readonly full: Ran & { readonly files: ReadonlyArray<string> }
  readonly intruders: ReadonlyArray<string>
}

/** The commands after `porthole docs`, in this order. */
export const commands: ReadonlyArray<ReadonlyArray<string>> = [
  ["add", "https://docs.test/guide.tgz", "--name", "guide@1"],
  ["add", "https://docs.test/moved/llms-full.txt", "--name", "joined@1"],
  ["add", "https://docs.test/page", "--name", "page@1"],
  ["search", "when is high water", "--library", "guide", "--json"],
  ["add", "https://docs.test/inside"],
  ["add", "https://private.test/guide.tgz"],
  ["add", "https://docs.test/picture"],
  ["add", "https://expired.test/guide.tgz"],
  ["add", "npm:@sea/tides@2.1.0"],
  ["add", "npm:@sea/tides@2.1.0"],
  ["add", "npm:@sea/tides@3.0.0"],
  ["add", "npm:@sea/tampered@2.1.0"],
  ["update"],
]

const address = "93.184.216.38"
const world = await World.start({ "docs.test": [[address]] }, ["docs.test"])
const home = mkdtempSync(join(tmpdir(), "porthole-docs-sources-"))

/** An archive of a package, or of a folder. */
const archiveOf = (files: Readonly<Record<string, string>>): Buffer => {
  const folder = mkdtempSync(join(home, "archive-"))
  mkdirSync(join(folder, "package"))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "package", name), text)
  execFileSync("tar", ["-czf", join(folder, "a.tgz"), "-C", folder, "package"])
  return readFileSync(join(folder, "a.tgz"))
}

const asked: Array<string> = []
const guide = archiveOf({ "tides.md": "# Tides\n\nHigh water is at six.", "boats.md": "# Boats\n\nTwo of them." })
const joined = ["One", "Two", "Three", "Four"].map((name) => `# ${name}\n\nText of ${name}.\n`).join("\n")
const html = `<title>Ferry</title><h1>Ferry</h1><p>${"The ferry leaves at noon, and comes back at one. ".repeat(6)}</p>`

/** The pages by path: a media type and a body, or a redirect. */
const pages: Readonly<Record<string, readonly [type: string, body: string | Buffer] | { readonly to: string }>> = {
  "/guide.tgz": ["application/octet-stream", guide],
  "/moved/llms-full.txt": { to: "/llms-full.txt" },
  "/llms-full.txt": ["text/plain", joined],
  "/page": ["text/html; charset=utf-8", html],
  "/inside": { to: "https://private.test/guide.tgz" },
  "/picture": ["image/png", "PNG"],
}
const site = https.createServer(world.certificates.good, ({ url = "" }, response) => {
  asked.push(`https://docs.test${url}`)
  const page = pages[url]
  if (page === undefined) response.writeHead(404).end()
  else if ("to" in page) response.writeHead(302, { Location: page.to }).end()
  else response.writeHead(200, { "Content-Type": page[0] }).end(page[1])
})
await once(site.listen(443, address), "listening")

const manifest = JSON.stringify({ name: "@sea/tides", version: "2.1.0" })
const tides = archiveOf({ "package.json": manifest, "README.md": "# Tides\n\nCall `high()`." })
const integrity = `sha512-${createHash("sha512").update(tides).digest("base64")}`
const registry = http.createServer(({ headers, url = "" }, response) => {
  asked.push(`${url} ${headers.authorization ?? "-"}`)
  const name = /^\/r\/@sea%2f(tides|tampered)\/2\.1\.0$/.exec(url)?.[1]
  const dist = { tarball: `http://127.0.0.1:4873/r/${name}.tgz`, integrity }
  if (name !== undefined) response.end(JSON.stringify({ version: "2.1.0", dist }))
  else if (url === "/r/tides.tgz") response.end(tides)
  else if (url === "/r/tampered.tgz") response.end(guide)
  else response.writeHead(404).end("{}")
})
await once(registry.listen(4873, "127.0.0.1"), "listening")

writeFileSync(join(home, ".npmrc"), "@sea:registry=http://127.0.0.1:4873/r/\n//127.0.0.1:4873/r/:_authToken=secret\n")
const env = {
  HOME: home,
  PORTHOLE_DOCS_DIR: join(home, "indexes"),
  PORTHOLE_EXTRACT_ISOLATION: "none",
  NODE_EXTRA_CA_CERTS: world.authority,
}

const run = (args: ReadonlyArray<string>, more: object = {}): Promise<Ran> =>
  new Promise((resolve) => {
    asked.length = 0
    const options = { cwd: home, env: { ...env, ...more }, encoding: "utf8" } as const
    execFile(process.execPath, [packed, "docs", ...args], options, (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), output: `${out}${err}`, asked: [...asked] }),
    )
  })

const ran: Array<Ran> = []
for (const args of commands) ran.push(await run(args))
const disk = join(home, "disk")
mkdirSync(disk)
execFileSync("mount", ["-t", "tmpfs", "-o", "size=40k", "tmpfs", disk])
const full = { ...(await run(commands[0] ?? [], { PORTHOLE_DOCS_DIR: disk })), files: readdirSync(disk) }
execFileSync("umount", [disk])
rmSync(home, { recursive: true })
const output: Output = { ran, full, intruders: world.intruders }
process.stdout.write(JSON.stringify(output), () => process.exit(0))
