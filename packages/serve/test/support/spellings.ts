/** Other spellings of routes. */
import { assert, it } from "vitest"
import { send } from "./server.ts"

export type Route = readonly [method: string, path: string]

/** The header of the only client. */
export const headers = { authorization: "Bearer s3cret" }

/** Other spellings of a path, which other servers and proxies may take for the same one. */
const spellings: ReadonlyArray<readonly [name: string, of: (path: string) => string]> = [
  ["in capitals", (path) => path.toUpperCase()],
  ["with one capital", (path) => path.replace(/[a-z]/, (letter) => letter.toUpperCase())],
  ["with a slash at the end", (path) => `${path}/`],
  ["with an encoded slash at the end", (path) => `${path}%2f`],
  ["with two slashes at the beginning", (path) => `/${path}`],
  ["with two slashes at the end", (path) => `${path}//`],
  ["with a parameter", (path) => `${path};x`],
  ["with an encoded semicolon", (path) => `${path}%3bx`],
  ["with an encoded letter", (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
  ["with an encoded question mark", (path) => `${path}%3fx=1`],
  ["with a fragment", (path) => `${path}#x`],
  ["with a null", (path) => `${path}%00`],
  ["with a space", (path) => `${path}%20`],
  ["with a dot", (path) => `/.${path}`],
  ["with two dots", (path) => `/x/..${path}`],
  ["with a backslash", (path) => path.replace("/", "\\")],
  ["with a slash at the end of an absolute URL", (path) => `http://127.0.0.1${path}/`],
]

/** `routesOf` are the routes that are tried in a spelling. */
export const spellingTests = (portOf: () => number, routesOf: () => ReadonlyArray<Route>): void => {
  it.each(spellings)("%s isn't served, nor open without a token", async (_, of) => {
    const port = portOf()
    for (const [method, path] of routesOf().filter(([, path]) => of(path) !== path)) {
      const { status } = await send(port, of(path), { method, headers })
      assert.include([400, 404], status, `${method} ${of(path)}`)
      assert.include([400, 401], (await send(port, of(path), { method })).status, `${method} ${of(path)}`)
    }
  })
}
