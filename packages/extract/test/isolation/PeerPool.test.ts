import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import { Effect, Exit, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import type { Listener, Peer } from "../../src/isolation/Peer.ts"
import * as PeerPool from "../../src/isolation/PeerPool.ts"
import type { Task } from "../../src/ReadDocument.ts"

/** A peer that a test plays: it answers nothing by itself. */
class Played implements Peer {
  readonly sent: Array<Task> = []
  readonly isReady = Promise.resolve()
  listener: Listener | undefined
  hasEnded = false
  spent = 0
  size = 0
  #cause: { readonly cause: unknown } | undefined

  readonly isLost = () => this.#cause !== undefined
  readonly send = (task: Task): void => void this.sent.push(task)
  readonly await = (listener: Listener | undefined): void => {
    this.listener = listener
    if (this.#cause !== undefined) listener?.lost(this.#cause.cause)
  }
  readonly processorTime = () => Promise.resolve(this.spent)
  readonly heap = () => Promise.resolve(this.size)
  readonly end = () => Promise.resolve((this.hasEnded = true))

  answer(title: string): void {
    this.listener?.answered({ outcome: { extracted: { title, content: "", links: [], text_length: 0 } } })
  }
  lose(cause: unknown): void {
    this.#cause = { cause }
    this.listener?.lost(cause)
  }
}

const taskOf = (name: string): Task => ({
  fetched: { url: `https://site.test/${name}`, contentType: "text/html", bytes: new Uint8Array(1), mode: "markdown" },
  timeout: 1_000,
  processor: 300,
  isTraced: false,
})

/** A pool of played peers, all that were started, and a way to let waiting fibers go on. */
const played = Effect.fnUntraced(function* (size = 1) {
  const peers: Array<Played> = []
  const read = yield* PeerPool.make({
    size,
    start: () => {
      const peer = new Played()
      peers.push(peer)
      return peer
    },
  })
  const ask = (name: string) => Effect.forkChild(Effect.map(read(taskOf(name)), ({ outcome }) => outcome))
  // Turns of the event loop, not time: a busy machine has as many as it needs.
  const settle = Effect.promise(async () => {
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  })
  const busy = (name: string) =>
    peers.find(({ listener, sent }) => listener !== undefined && sent.at(-1)?.fetched.url.endsWith(name))
  return { peers, ask, settle, busy }
})

const titleOf = (outcome: Result.Result<{ readonly title: string }, WebError.WebError>): string =>
  Result.match(outcome, { onSuccess: ({ title }) => title, onFailure: ({ error }) => error })

describe("a pool of peers", () => {
  it.effect("starts one before anything is asked, and another when two are needed, but no more than its size", () =>
    Effect.gen(function* () {
      const { ask, peers, settle } = yield* played(2)
      yield* settle
      assert.lengthOf(peers, 1)
      const fibers = [yield* ask("a"), yield* ask("b"), yield* ask("c")]
      yield* settle
      assert.deepStrictEqual(
        peers.map(({ sent }) => sent.length),
        [1, 1],
      )
      for (const peer of peers) peer.answer("x")
      yield* settle
      for (const peer of peers) peer.answer("x")
      for (const fiber of fibers) assert.strictEqual(titleOf(yield* Fiber.join(fiber)), "x")
      assert.lengthOf(peers, 2)
    }),
  )

  it.effect("ends and replaces one that overruns its time, and the others don't notice", () =>
    Effect.gen(function* () {
      const { ask, busy, peers, settle } = yield* played(2)
      const slow = yield* ask("slow")
      yield* settle
      const hung = busy("slow")
      yield* TestClock.adjust("1 second")
      const other = yield* ask("other")
      yield* settle
      assert.isUndefined(slow.pollUnsafe())
      yield* TestClock.adjust("250 millis")
      assert.strictEqual(titleOf(yield* Fiber.join(slow)), "timeout")
      yield* settle
      assert.isTrue(hung?.hasEnded)
      busy("other")?.answer("other")
      assert.strictEqual(titleOf(yield* Fiber.join(other)), "other")
      const next = yield* ask("next")
      yield* settle
      assert.notStrictEqual(busy("next"), hung)
      busy("next")?.answer("next")
      assert.strictEqual(titleOf(yield* Fiber.join(next)), "next")
      assert.strictEqual(peers.filter(({ hasEnded }) => hasEnded).length, 1)
    }),
  )

  it.effect("ends one that spends more processor time than its document may, counted from when it began", () =>
    Effect.gen(function* () {
      const { ask, peers, settle } = yield* played()
      yield* settle
      const [peer] = peers
      if (peer !== undefined) peer.spent = 5_000
      const fiber = yield* ask("a")
      yield* settle
      yield* TestClock.adjust("100 millis")
      yield* settle
      if (peer !== undefined) peer.spent = 5_150
      yield* TestClock.adjust("100 millis")
      yield* settle
      assert.isUndefined(fiber.pollUnsafe())
      if (peer !== undefined) peer.spent = 5_250
      yield* TestClock.adjust("100 millis")
      assert.strictEqual(titleOf(yield* Fiber.join(fiber)), "timeout")
      assert.isTrue(peer?.hasEnded)
    }),
  )

  it.effect("ends one whose document takes very much memory, and says so", () =>
    Effect.gen(function* () {
      const { ask, peers, settle } = yield* played()
      yield* settle
      const [peer] = peers
      if (peer !== undefined) peer.size = 500
      const fiber = yield* ask("a")
      yield* settle
      yield* TestClock.adjust("100 millis")
      yield* settle
      assert.isUndefined(fiber.pollUnsafe())
      if (peer !== undefined) peer.size = 520
      yield* TestClock.adjust("25 millis")
      assert.strictEqual(titleOf(yield* Fiber.join(fiber)), "extraction_failed")
      assert.isTrue(peer?.hasEnded)
    }),
  )

  it.effect("says so when one is lost in the midst of a document, and replaces it", () =>
    Effect.gen(function* () {
      const { ask, busy, settle } = yield* played()
      const fiber = yield* ask("a")
      yield* settle
      const first = busy("a")
      first?.lose(new Error("out of memory"))
      const outcome = yield* Fiber.join(fiber)
      assert.strictEqual(titleOf(outcome), "extraction_failed")
      if (Result.isFailure(outcome)) assert.match(String(WebError.causeOf(outcome.failure)), /out of memory/)
      const next = yield* ask("b")
      yield* settle
      assert.notStrictEqual(busy("b"), first)
      busy("b")?.answer("b")
      assert.strictEqual(titleOf(yield* Fiber.join(next)), "b")
    }),
  )

  it.effect("replaces one that was lost while it had nothing to do, and nobody hears of it", () =>
    Effect.gen(function* () {
      const { ask, busy, peers, settle } = yield* played()
      yield* settle
      peers[0]?.lose(new Error("killed"))
      const fiber = yield* ask("a")
      yield* settle
      busy("a")?.answer("a")
      assert.strictEqual(titleOf(yield* Fiber.join(fiber)), "a")
      assert.isTrue(peers[0]?.hasEnded)
      assert.lengthOf(peers, 2)
    }),
  )

  it.effect("keeps one that answered with an error of the document's, unless its time was over", () =>
    Effect.gen(function* () {
      const { ask, busy, peers, settle } = yield* played()
      for (const [error, ended] of [
        ["extraction_failed", 0],
        ["timeout", 1],
      ] as const) {
        const fiber = yield* ask("a")
        yield* settle
        busy("a")?.listener?.answered({ outcome: { failed: { wire: { error } } } })
        assert.strictEqual(titleOf(yield* Fiber.join(fiber)), error)
        yield* settle
        assert.strictEqual(peers.filter(({ hasEnded }) => hasEnded).length, ended)
      }
    }),
  )

  it.effect("replaces one that has read as many documents as it may, begun while it reads the last of them", () =>
    Effect.gen(function* () {
      const { ask, busy, peers, settle } = yield* played()
      for (let at = 1; at <= PeerPool.documents; at++) {
        const fiber = yield* ask("a")
        yield* settle
        assert.lengthOf(peers, at < PeerPool.documents ? 1 : 2)
        assert.isFalse(peers[0]?.hasEnded)
        busy("a")?.answer("a")
        assert.strictEqual(titleOf(yield* Fiber.join(fiber)), "a")
      }
      yield* settle
      assert.isTrue(peers[0]?.hasEnded)
      const next = yield* ask("next")
      yield* settle
      assert.strictEqual(busy("next"), peers[1])
      busy("next")?.answer("next")
      assert.strictEqual(titleOf(yield* Fiber.join(next)), "next")
      assert.lengthOf(peers, 2)
    }),
  )

  it.effect("takes an answer that is none for a failure", () =>
    Effect.gen(function* () {
      const { ask, busy, settle } = yield* played()
      const fiber = yield* ask("a")
      yield* settle
      busy("a")?.listener?.answered({ outcome: { extracted: { title: 1 } } })
      assert.strictEqual(titleOf(yield* Fiber.join(fiber)), "extraction_failed")
    }),
  )

  it.effect("ends one whose answer nobody waits for any more", () =>
    Effect.gen(function* () {
      const { ask, busy, peers, settle } = yield* played()
      const fiber = yield* ask("a")
      yield* settle
      assert.isDefined(busy("a"))
      yield* Fiber.interrupt(fiber)
      yield* settle
      assert.isTrue(peers[0]?.hasEnded)
      assert.isUndefined(peers[0]?.listener)
    }),
  )

  it.effect("waits for its turn outside its own time", () =>
    Effect.gen(function* () {
      const { ask, busy, settle } = yield* played()
      const first = yield* ask("first")
      const second = yield* ask("second")
      yield* settle
      yield* TestClock.adjust("900 millis")
      busy("first")?.answer("first")
      assert.strictEqual(titleOf(yield* Fiber.join(first)), "first")
      yield* settle
      yield* TestClock.adjust("900 millis")
      assert.isUndefined(second.pollUnsafe())
      busy("second")?.answer("second")
      assert.strictEqual(titleOf(yield* Fiber.join(second)), "second")
    }),
  )

  it.effect("ends all of its peers with its scope", () =>
    Effect.gen(function* () {
      const peers = yield* Effect.scoped(
        Effect.gen(function* () {
          const { ask, peers, settle } = yield* played(2)
          yield* ask("a")
          yield* ask("b")
          yield* settle
          for (const peer of peers) peer.answer("x")
          yield* settle
          return peers
        }),
      )
      assert.deepStrictEqual(
        peers.map(({ hasEnded }) => hasEnded),
        [true, true],
      )
    }),
  )

  it.effect("tells of a task that can't be sent", () =>
    Effect.gen(function* () {
      const read = yield* PeerPool.make({
        size: 1,
        start: () =>
          Object.assign(new Played(), {
            send: () => {
              throw new Error("no clone")
            },
          }),
      })
      const exit = yield* Effect.exit(read(taskOf("a")))
      assert.isTrue(Exit.isSuccess(exit))
      if (Exit.isSuccess(exit)) assert.strictEqual(titleOf(exit.value.outcome), "extraction_failed")
    }),
  )
})
