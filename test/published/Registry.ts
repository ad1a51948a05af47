/**
 * A registry on loopback with all packages of this checkout, built and packed as for a release. npm takes the scope
 * `@porthole` from it, and everything else from the registry that the machine uses.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import { mkdirSync, writeFileSync } from "node:fs"
import { delimiter, dirname, join } from "node:path"
import { pack, published } from "../../packaging/tarballs/install.ts"

const root = join(import.meta.dirname, "../..")

/** A program that ended, with its output. */
export interface Ended {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** What a stranger's machine has: a registry, and commands that use it. */
export interface Registry {
  readonly tarballs: ReadonlyArray<string>
  readonly run: (command: string, args: ReadonlyArray<string>, cwd: string) => Ended
  readonly close: () => void
}

/** Starts an empty registry in a folder, with the programs of `tools`, and publishes every package there. */
export const open = async (folder: string, tools: string): Promise<Registry> => {
  const bin = join(root, "node_modules/.bin")
  ended(join(bin, "turbo"), ["run", "build", "--output-logs=errors-only"], root, {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`,
    TURBO_TELEMETRY_DISABLED: "1",
  })
  const tarballs = published().map((name) => pack(name, folder))
  const { address, child } = await start(folder, tools)
  const npmrc = join(folder, "npmrc")
  writeFileSync(npmrc, `@porthole:registry=${address}\n${address.replace("http:", "")}:_authToken=none\n`)
  const env = {
    ...process.env,
    PATH: `${dirname(process.execPath)}${delimiter}${process.env["PATH"]}`,
    npm_config_userconfig: npmrc,
    npm_config_cache: join(folder, "cache"),
    npm_config_update_notifier: "false",
    NODE_PATH: join(tools, "node_modules"),
  }
  for (const file of tarballs) ended("npm", ["publish", file, "--access", "public"], folder, env)
  return {
    tarballs,
    run: (command, args, cwd) => spawnSync(command, args, { cwd, env, encoding: "utf8" }),
    close: () => void child.kill(),
  }
}

/** Runs a program that must succeed. */
export const ended = (
  command: string,
  args: ReadonlyArray<string>,
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): string => {
  const { status, stderr, stdout } = spawnSync(command, args, { cwd, env, encoding: "utf8" })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr}${stdout}`)
  return stdout
}

// --- private --------------------------------------------------------------------------

/** Without an uplink the registry has only what was published here. */
const configIn = (folder: string): string => `
storage: ${join(folder, "storage")}
uplinks: {}
auth: { htpasswd: { file: ${join(folder, "htpasswd")} } }
packages: { "**": { access: $all, publish: $all } }
max_body_size: 100mb
log: { type: stdout, level: warn }
`

const start = async (
  folder: string,
  tools: string,
): Promise<{ readonly address: string; readonly child: ChildProcess }> => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, "config.yaml"), configIn(folder))
  const program = join(tools, "node_modules/verdaccio/bin/verdaccio")
  const child = spawn(
    process.execPath,
    [program, "--config", join(folder, "config.yaml"), "--listen", "127.0.0.1:4873"],
    {
      stdio: ["ignore", "pipe", "ignore"],
    },
  )
  const address = await new Promise<string>((done, fail) => {
    let text = ""
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      text += more
      const [found] = /http:\/\/127\.0\.0\.1:\d+\//.exec(text) ?? []
      if (found !== undefined) done(found)
    })
    child.once("exit", () => fail(new Error(`The registry ended: ${text}`)))
  })
  return { address, child }
}
