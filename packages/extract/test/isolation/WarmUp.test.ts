import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as PeerPool from "../../src/isolation/PeerPool.ts"
import type { Peer } from "../../src/isolation/Peer.ts"
import * as ProcessPeer from "../../src/isolation/ProcessPeer.ts"
import { sample } from "../../src/isolation/Sample.ts"
import * as ThreadPeer from "../../src/isolation/ThreadPeer.ts"
import * as WarmUp from "../../src/isolation/WarmUp.ts"
import { read, stages } from "../../src/Pipeline.ts"
import * as ProcessorTime from "../../src/ProcessorTime.ts"
import type { Task } from "../../src/ReadDocument.ts"
import { article, bytesOf, fetchedOf } from "../support.ts"

/** What would be read by, and the stages that ran so far in the order of their readings. */
const watched = (run: () => void = () => {}) => {
  const ran: Array<string> = []
  const watching = stages.map((stage) => ({
    ...stage,
    run: (reading: Parameters<typeof stage.run>[0]) => {
      ran.push(stage.name)
      run()
      return stage.run(reading)
    },
  }))
  return { ran, reader: { read, stages: watching } }
}

const names = stages.map(({ name }) => name)

/** Waits until something holds, however slow the machine is. */
const until = (holds: () => boolean) =>
  Effect.promise(async () => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5))
  })

const pause = (ms: number) => Effect.promise(() => new Promise((resolve) => setTimeout(resolve, ms)))

describe("the sample", () => {
  it("is read as the usual page is, and by all stages", () => {
    const { ran, reader } = watched()
    const { content } = Result.getOrThrow(
      read(sample(), { isOverdue: () => false, spent: () => 0, stages: reader.stages }),
    )
    assert.deepStrictEqual(ran, names)
    for (const part of [
      "## The harbour in month 1",
      "- Mackerel\n  - large",
      "| Anna |",
      "```js\n",
      "![](https://harbour.test/boats.jpg)",
      "> A good day",
    ])
      assert.include(content, part)
    assert.notMatch(content, /Imprint|Not seen|Page 1/)
  })
})

describe("a thread that warms up", { timeout: 60_000 }, () => {
  it.live("goes through every stage, in order, and ends by itself", () =>
    Effect.gen(function* () {
      const { ran, reader } = watched()
      WarmUp.begin(reader)
      yield* until(() => ran.includes("obstacle"))
      assert.deepStrictEqual(ran.slice(0, names.length), names)
      let before = -1
      while (before !== ran.length) {
        before = ran.length
        yield* pause(500)
      }
    }),
  )

  it.live("reads nothing after it was ended, in the midst of it or before it began", () =>
    Effect.gen(function* () {
      const { ran, reader } = watched()
      const end = WarmUp.begin(reader)
      yield* until(() => ran.length > 0)
      end()
      const { length } = ran
      const unbegun = watched()
      WarmUp.begin(unbegun.reader)()
      yield* pause(300)
      assert.strictEqual(ran.length, length)
      assert.deepStrictEqual(unbegun.ran, [])
    }),
  )

  it.live("lets others have their turn after each slice", () =>
    Effect.gen(function* () {
      const turns: Array<number> = []
      let turn = 0
      const { ran, reader } = watched(() => {
        turns.push(turn)
        // Longer than a slice, so that each stage is one.
        const spent = ProcessorTime.counted()
        while (spent() < 9);
      })
      const timer = setInterval(() => turn++, 0)
      // On a slow machine it has spent all that it may after a few slices, and another one goes on.
      while (ran.length < 8) {
        const end = WarmUp.begin(reader)
        yield* pause(300)
        end()
      }
      clearInterval(timer)
      assert.isAbove(new Set(turns).size, 4)
    }),
  )

  it.live("says nothing when it fails, and doesn't try again", () =>
    Effect.gen(function* () {
      let calls = 0
      WarmUp.begin({
        stages,
        read: () => {
          calls++
          throw new Error("odd")
        },
      })
      yield* until(() => calls > 0)
      yield* pause(200)
      assert.strictEqual(calls, 1)
    }),
  )
})

const peers = [
  ["a thread", ThreadPeer.start],
  ["a process", () => ProcessPeer.start(256)],
] as const

describe.each(peers)("%s", (_, start) => {
  const task: Task = {
    fetched: fetchedOf(bytesOf(article("<p>Hello <a href=x>there</a>.</p>"))),
    timeout: 60_000,
    isTraced: true,
  }

  it.live(
    "answers with its task's document only, asked at once or in the midst of warming up",
    () =>
      Effect.scoped(
        Effect.gen(function* () {
          for (const wait of [0, 40]) {
            const started: Array<Peer> = []
            const ask = yield* PeerPool.make({
              size: 1,
              start: () => {
                const peer = start()
                started.push(peer)
                return peer
              },
            })
            yield* until(() => started.length > 0)
            for (const peer of started) yield* Effect.promise(() => peer.isReady)
            yield* pause(wait)
            const { outcome, trace } = yield* ask(task)
            assert.strictEqual(Result.getOrThrow(outcome).content, "Hello [there](https://site.test/dir/x).")
            assert.strictEqual(trace?.url, task.fetched.url)
            assert.deepStrictEqual(
              trace?.stages.map(({ name }) => name),
              ["parse", ...names, "render"],
            )
            assert.lengthOf(started, 1)
          }
        }),
      ),
    60_000,
  )

  it.live(
    "sends nothing but that it is ready, and ends when it is told",
    () =>
      Effect.gen(function* () {
        const peer = start()
        const told: Array<unknown> = []
        peer.await({ answered: (answer) => told.push(answer), lost: (cause) => told.push(cause) })
        yield* Effect.promise(() => peer.isReady)
        yield* pause(60)
        assert.deepStrictEqual(told, [])
        yield* Effect.promise(() => peer.end())
      }),
    60_000,
  )
})
