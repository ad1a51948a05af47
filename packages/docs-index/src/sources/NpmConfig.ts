/** The registry of a package by npm's own configuration: `.npmrc` files and the environment. */
import * as Effect from "effect/Effect"
import { readFile } from "node:fs/promises"
import { homedir } from "node:os"
import { dirname, join } from "node:path"

/** A registry, without a slash at its end, and the value of its Authorization header. */
export interface Registry {
  readonly url: string
  readonly authorization: string | undefined
}

/** The registry of a package, as npm chooses it for a folder. */
export const registryOf = Effect.fnUntraced(function* (
  from: string,
  name: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Effect.fn.Return<Registry> {
  const files = [env["npm_config_userconfig"] ?? env["NPM_CONFIG_USERCONFIG"] ?? join(homedir(), ".npmrc")]
  for (let folder = from; ; folder = dirname(folder)) {
    // The nearest one wins, so it is read last.
    files.splice(1, 0, join(folder, ".npmrc"))
    if (dirname(folder) === folder) break
  }
  const settings = new Map<string, string>()
  for (const file of files) {
    const text = yield* Effect.orElseSucceed(
      Effect.tryPromise(() => readFile(file, "utf8")),
      () => "",
    )
    for (const [key, value] of entriesOf(text, env)) settings.set(key, value)
  }
  const ofEnvironment = env["npm_config_registry"] ?? env["NPM_CONFIG_REGISTRY"]
  const scope = name.startsWith("@") ? settings.get(`${name.split("/", 1)[0] ?? ""}:registry`) : undefined
  const url = (scope ?? ofEnvironment ?? settings.get("registry") ?? publicRegistry).replace(/\/{1,9}$/, "")
  return { url, authorization: authorizationOf(url, settings) }
})

/** The registry that npm has by default. */
export const publicRegistry = "https://registry.npmjs.org"

// --- private --------------------------------------------------------------------------

/** The lines `key = value` of a file, with `${NAME}` of the environment. */
const entriesOf = (
  text: string,
  env: Readonly<Record<string, string | undefined>>,
): ReadonlyArray<readonly [string, string]> =>
  text.split("\n").flatMap((line) => {
    const at = line.indexOf("=")
    if (at === -1 || /^\s*[;#]/.test(line)) return []
    const value = line
      .slice(at + 1)
      .trim()
      .replace(/^"(.*)"$/, "$1")
      .replaceAll(/\$\{(\w{1,100})\??\}/g, (_, variable: string) => env[variable] ?? "")
    return [[line.slice(0, at).trim(), value] as const]
  })

/** A path without its last part; a path ends with a slash. */
const folderAround = (path: string): string => path.slice(0, path.lastIndexOf("/", path.length - 2) + 1)

/** The credentials of the nearest path of a registry that has some: `//host/path/:_authToken`, or `:_auth`. */
const authorizationOf = (url: string, settings: ReadonlyMap<string, string>): string | undefined => {
  for (let place = `${url.replace(/^https?:/, "")}/`; place.length > 2; place = folderAround(place)) {
    const token = settings.get(`${place}:_authToken`) ?? settings.get(`${place.slice(0, -1)}:_authToken`)
    if (token !== undefined && token !== "") return `Bearer ${token}`
    const basic = settings.get(`${place}:_auth`)
    if (basic !== undefined && basic !== "") return `Basic ${basic}`
  }
  return undefined
}
