/** A request to a child process by messages, which has one reply. */
import type { ChildProcess } from "node:child_process"
import { once } from "node:events"

/** Sends a request, and resolves to the reply. Rejects if the child ends instead. */
export const replyOf = async <Reply>(child: ChildProcess, request: object): Promise<Reply> => {
  const stop = new AbortController()
  const { signal } = stop
  const ended = once(child, "exit", { signal }).then(([code, by]) =>
    Promise.reject(new Error(`A program of the tests ended with ${code ?? by}.`)),
  )
  const reply = once(child, "message", { signal })
  child.send(request)
  return Promise.race([reply, ended])
    .then(([message]) => message)
    .finally(() => {
      for (const waits of [reply, ended]) waits.catch(() => {})
      stop.abort()
    })
}
