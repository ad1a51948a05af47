/**
 * The site of the benches, in a process of its own: `<application>.test` is an application of the built folder, and
 * `<name>.hard.test` a hard page.
 */
import { existsSync, readFileSync } from "node:fs"
import { createServer, type ServerResponse } from "node:http"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as Child from "../../harness/Child.ts"
import { answerOf } from "./Applications.ts"
import { type Part, partOf } from "./HardPages.ts"

const [, , address = "", folder = ""] = process.argv

const shell =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Tide Journal</title>' +
  "<noscript>You need to enable JavaScript to run this app.</noscript>" +
  '<div id="app"></div><script type="module" src="/main.js"></script></html>'

/** A file of an application, its data, or its document, whichever page is asked for. */
const ofApplication = (application: string, path: string): Part => {
  if (path.startsWith("/api")) {
    const answer = answerOf(path.slice(4))
    if (answer !== undefined) return { type: "application/json", body: JSON.stringify(answer) }
  }
  const file = /^\/[\w.-]+\.js$/.test(path) ? join(folder, application, path) : ""
  return existsSync(file) ? { type: "text/javascript", body: readFileSync(file, "utf8") } : { body: shell }
}

const send = async (response: ServerResponse, { body, delay = 0, headers, type = "text/html" }: Part) => {
  await sleep(delay)
  response.writeHead(200, { "content-type": `${type}; charset=utf-8`, ...headers })
  for (const chunk of typeof body === "string" ? [] : body) {
    response.write(chunk)
    await sleep(150)
  }
  response.end(typeof body === "string" ? body : "")
}

createServer((request, response) => {
  const { headers, url: path = "/" } = request
  const [name = "", kind] = (headers.host ?? "").split(".")
  const part = kind === "hard" ? partOf(name, path, headers) : ofApplication(name, path)
  if (path === "/robots.txt" || part === undefined) response.writeHead(404).end()
  else void send(response, part)
}).listen(80, address, () => Child.ready())
