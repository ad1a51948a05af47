/** Tests which rendering an event belongs to, over a pipe of the test's own. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Router from "../../src/browser/Router.ts"
import * as Connection from "../../src/cdp/Connection.ts"
import * as FakePipe from "../support/FakePipe.ts"

const attached = (targetId: string, type = "page", browserContextId = "C1") => ({
  method: "Target.attachedToTarget",
  params: { sessionId: `S-${targetId}`, targetInfo: { targetId, type, browserContextId } },
})

const paused = (frameId: string, requestId = "1") => ({
  method: "Fetch.requestPaused",
  params: { requestId, frameId, resourceType: "XHR", request: { url: "https://a.test/", method: "GET", headers: {} } },
})

const routed = Effect.gen(function* () {
  const fake = FakePipe.make()
  const router = yield* Router.make(Connection.make(fake.pipe, { maxMessageBytes: 10_000 }))
  const told: Array<string> = []
  const messages: Array<string> = []
  const add = (contextId: string): Router.Tab => {
    const tab: Router.Tab = {
      contextId,
      onPage: ({ targetId }) => void told.push(`${contextId} page ${targetId}`),
      onWorker: () => void told.push(`${contextId} worker`),
      onPaused: ({ requestId }) => void told.push(`${contextId} paused ${requestId}`),
      onEvent: ({ method }) => void told.push(`${contextId} ${method}`),
      onMessage: ({ method }) => void messages.push(`${contextId} ${method}`),
    }
    router.add(tab)
    return tab
  }
  const commands = (method: string) => fake.sent.filter((command) => command.method === method)
  return { fake, router, add, told, messages, commands }
})

describe("the router", () => {
  it.effect("intercepts every request of the browser, and attaches to everything before it runs", () =>
    Effect.gen(function* () {
      const { fake } = yield* routed
      assert.deepStrictEqual(
        fake.sent.map(({ method, params, sessionId }) => [method, params, sessionId]),
        [
          ["Fetch.enable", { patterns: [{ urlPattern: "*" }] }, undefined],
          ["Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: true, flatten: true }, undefined],
        ],
      )
    }),
  )

  it.effect("gives each rendering its own requests: of its page, its frames and its workers", () =>
    Effect.gen(function* () {
      const { add, fake, told } = yield* routed
      add("C1")
      add("C2")
      fake.tell(attached("P1"))
      fake.tell(attached("P2", "page", "C2"))
      fake.tell({ method: "Page.frameAttached", params: { frameId: "F2" }, sessionId: "S-P2" })
      fake.tell(attached("W1", "worker"))
      fake.tell(paused("P1", "1"))
      fake.tell(paused("F2", "2"))
      fake.tell(paused("W1", "3"))
      fake.tell({ method: "X.y", params: {}, sessionId: "S-W1" })
      fake.tell({ method: "X.y", params: {}, sessionId: "unknown" })
      const pages = ["C1 page P1", "C2 page P2", "C1 worker"]
      assert.deepStrictEqual(told, [...pages, "C1 paused 1", "C2 paused 2", "C1 paused 3", "C1 X.y"])
    }),
  )

  it.effect("keeps a request of an unknown frame for a moment, and then fails it", () =>
    Effect.gen(function* () {
      const { add, commands, fake, told } = yield* routed
      add("C1")
      fake.tell(attached("P1"))
      fake.tell(paused("F1", "early"))
      fake.tell(paused("F9", "foreign"))
      assert.deepStrictEqual(told, ["C1 page P1"])
      fake.tell({ method: "Page.frameAttached", params: { frameId: "F1" }, sessionId: "S-P1" })
      assert.deepStrictEqual(told, ["C1 page P1", "C1 paused early"])
      yield* Effect.yieldNow
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(
        commands("Fetch.failRequest").map(({ params }) => params),
        [{ requestId: "foreign", errorReason: "Failed" }],
      )
    }),
  )

  it.effect("closes popups, service workers and whatever belongs to no rendering", () =>
    Effect.gen(function* () {
      const { add, commands, fake, told } = yield* routed
      const tab = add("C1")
      fake.tell(attached("P1"))
      fake.tell(attached("popup"))
      fake.tell(attached("sw", "service_worker"))
      fake.tell(attached("worklet", "shared_storage_worklet"))
      fake.tell(attached("stranger", "page", "C9"))
      fake.tell({ method: "Target.attachedToTarget", params: {} })
      const closed = () => commands("Target.closeTarget").map(({ params }) => params["targetId"])
      assert.deepStrictEqual(closed(), ["popup", "sw", "worklet", "stranger"])
      assert.deepStrictEqual(told, ["C1 page P1"])
      return tab
    }),
  )

  it.effect("gives each rendering every message about it, to count them", () =>
    Effect.gen(function* () {
      const { add, fake, messages } = yield* routed
      add("C1")
      fake.tell(attached("P1"))
      fake.tell({ method: "Page.frameAttached", params: { frameId: "F1" }, sessionId: "S-P1" })
      fake.tell(paused("F1"))
      fake.tell({ ...attached("W1", "worker"), sessionId: "S-P1" })
      fake.tell({ method: "X.y", params: {}, sessionId: "S-W1" })
      fake.tell({ method: "Target.detachedFromTarget", params: { sessionId: "S-W1" }, sessionId: "S-P1" })
      fake.tell({ method: "X.y", params: {}, sessionId: "S-W1" })
      assert.deepStrictEqual(messages, [
        "C1 Page.frameAttached",
        "C1 Fetch.requestPaused",
        "C1 Target.attachedToTarget",
        "C1 X.y",
        "C1 Target.detachedFromTarget",
      ])
    }),
  )

  it.effect("lets eight workers of a page run at once, and each further one once one of them has ended", () =>
    Effect.gen(function* () {
      const { add, commands, fake } = yield* routed
      add("C1")
      add("C2")
      for (let number = 1; number <= 9; number++) fake.tell(attached(`W${number}`, "worker"))
      fake.tell(attached("V1", "worker", "C2"))
      const run = () => commands("Runtime.runIfWaitingForDebugger").map(({ sessionId }) => sessionId)
      assert.deepStrictEqual(run(), [..."12345678"].map((number) => `S-W${number}`).concat("S-V1"))
      const end = (name: string) =>
        fake.tell({ method: "Target.detachedFromTarget", params: { sessionId: `S-${name}` } })
      fake.tell(attached("W10", "worker"))
      fake.tell(attached("W11", "worker"))
      end("V1")
      end("W10")
      assert.lengthOf(run(), 9)
      end("W3")
      assert.deepStrictEqual(run().slice(9), ["S-W9"])
      end("W9")
      end("W1")
      assert.deepStrictEqual(run().slice(9), ["S-W9", "S-W11"])
      fake.tell(attached("W12", "worker"))
      assert.deepStrictEqual(run().slice(11), ["S-W12"])
    }),
  )

  it.effect("knows nothing of a rendering that has ended", () =>
    Effect.gen(function* () {
      const { add, commands, fake, router, told } = yield* routed
      const tab = add("C1")
      fake.tell(attached("P1"))
      router.remove(tab)
      told.length = 0
      fake.tell({ method: "X.y", params: {}, sessionId: "S-P1" })
      fake.tell(paused("P1"))
      fake.tell(attached("W1", "worker"))
      yield* Effect.yieldNow
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(told, [])
      assert.lengthOf(commands("Fetch.failRequest"), 1)
      assert.lengthOf(commands("Target.closeTarget"), 1)
    }),
  )
})
