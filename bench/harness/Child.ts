/** Processes of one role: a program says that it is ready, answers orders one after another, and ends with its parent. */
import { type ChildProcess, fork, type Serializable } from "node:child_process"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"

/** Starts a program, and waits until it is ready. */
export const start = async (
  program: string,
  args: ReadonlyArray<string> = [],
  execArgv: ReadonlyArray<string> = [],
): Promise<ChildProcess> => {
  const child = fork(program, [...args], { execArgv: [...execArgv] })
  const ended = once(child, "exit").then(() => Promise.reject(new Error(`${program} ${args.join(" ")} ended`)))
  await Promise.race([once(child, "message"), ended])
  return child
}

/** Sends an order and waits for the answer; rejects if the process ends, or kills it after `patience` milliseconds. */
export const ask = async (child: ChildProcess, order: Serializable, patience = 600_000) => {
  const stopped = new AbortController()
  const onExit = () => stopped.abort(new Error("its process ended"))
  const timer = setTimeout(() => {
    stopped.abort(new Error(`no answer in ${patience / 1_000} s`))
    child.kill("SIGKILL")
  }, patience)
  child.once("exit", onExit).send(order)
  try {
    const [answer] = await once(child, "message", { signal: stopped.signal })
    return answer
  } catch {
    throw stopped.signal.reason
  } finally {
    clearTimeout(timer)
    child.off("exit", onExit)
  }
}

/** Lets a program end, and waits for that. */
export const stop = async (child: ChildProcess): Promise<void> => {
  if (child.connected) child.disconnect()
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit")
}

/** In the program: it answers orders from now on. */
export const ready = <Order>(answer: (order: Order) => unknown = () => undefined): void => {
  process.on("message", async (order: Order) => process.send?.(await answer(order)))
  process.on("disconnect", () => process.exit(0))
  process.send?.("ready")
}

/** The answer of a site. */
export interface Page {
  readonly type?: string
  readonly body: string | Uint8Array
  readonly headers?: Readonly<Record<string, string>>
  readonly status?: number
}

/** In the program: it is a site at port 80 of the address that is its first argument; it also answers orders. */
export const site = (
  pageOf: (path: string, headers: IncomingHttpHeaders) => Page | undefined,
  answer: () => unknown = () => undefined,
): void => {
  createServer((request, response) => {
    const page = pageOf(request.url ?? "", request.headers) ?? { status: 404, type: "text/plain", body: "Not found" }
    const { body, headers, status = 200, type = "text/html; charset=utf-8" } = page
    response
      .writeHead(status, { "content-type": type, "content-length": Buffer.byteLength(body), ...headers })
      .end(body)
  }).listen(80, process.argv[2], () => ready(answer))
}
