/**
 * Jobs of tenants: nobody else can see one, change one, or use up what a tenant may have. The routes of jobs come from
 * the router, so that a new one is tried with every id, too.
 */
import { Conversation, type WebBackend, WebError } from "@porthole/core"
import type { JobStore } from "@porthole/stores"
import { Effect, Exit, Scope } from "effect"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { routesOf, send, start } from "../server.ts"
import * as JobDoors from "./JobDoors.ts"
import { open, tenants, tokens } from "./sharing.ts"

type Tenant = (typeof tenants)[number]

interface Job {
  readonly owner: Tenant
  readonly kind: JobStore.Kind
  readonly id: string
}

/** The tests over a store, which each server opens. */
export const jobSharingTests = (store: Effect.Effect<JobStore.JobStoreShape, never, Scope.Scope>): void => {
  describe("tenants share no jobs", () => {
    const scope = Scope.makeUnsafe()
    let server: Awaited<ReturnType<typeof start>>
    let routes: ReadonlyArray<string> = []
    const ended: Array<Job> = []
    const running: Array<Job> = []
    beforeAll(async () => {
      routes = Array.from(await routesOf()).filter(JobDoors.isOfJob)
      const jobs = await Effect.runPromise(Scope.provide(store, scope))
      const settings = { ...open, job_delay: 0, max_jobs }
      server = await start({ jobs, tokens, settings, extract: page, site })
    })
    afterAll(async () => {
      await server.close()
      await Effect.runPromise(Scope.close(scope, Exit.void))
    })

    const call = async (route: string, { headers }: Tenant, id: string, { body, query = "", more = {} }: Call = {}) => {
      const [method = "", path = ""] = route.split(" ")
      const { status, text } = await send(server.port, path.replace(":id", id) + query, {
        method,
        headers: { ...headers, ...more, ...(body === undefined ? {} : { "content-type": "application/json" }) },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      return { status, text: id === "" ? text : text.replaceAll(id, "ID") }
    }
    const submit = async (door: JobDoors.JobDoor, owner: Tenant, url: string): Promise<Job> => {
      const { text } = await call(door.route, owner, "", { body: door.bodyOf(url) })
      return { owner, kind: door.kind, id: uuid.exec(text)?.[0] ?? assert.fail(text) }
    }
    const readWhole = async (door: JobDoors.JobDoor, owner: Tenant, url: string): Promise<void> => {
      const { text } = await call(door.route, owner, "", { body: door.bodyOf(url) })
      assert.include(text, `for ${owner.name}.`)
      expectOwn(text, owner)
    }
    const untilEnded = async ({ id, kind, owner }: Job) => {
      for (;;) {
        const { text } = await call(`GET /api/v1/${kind}/:id`, owner, id)
        if (text.includes('"status":"done"')) return
        assert.include(text, '"status":"running"')
        // clock: polls until the job has ended
        await sleep(20)
      }
    }
    const expectOwn = (text: string, owner: Tenant) => {
      for (const { name } of tenants) if (name !== owner.name) assert.notInclude(text, `for ${name}.`)
    }

    it("when they submit the same pages at every endpoint", async () => {
      const whole: Array<Promise<void>> = []
      for (const [at, door] of JobDoors.all.entries()) {
        // Jobs of one host take turns, so each endpoint has its own.
        const url = `https://${at}.site.test/`
        for (const owner of tenants) {
          if (door.isWhole === true) whole.push(readWhole(door, owner, url))
          else ended.push(await submit(door, owner, url))
        }
      }
      await Promise.all(whole)
      for (const job of ended) {
        await untilEnded(job)
        const { text } = await call(`GET /api/v1/${job.kind}/:id/pages`, job.owner, job.id)
        assert.include(text, `for ${job.owner.name}.`)
        expectOwn(text, job.owner)
      }
    })

    it("when they ask for their own, with cursors of others", async () => {
      for (const route of routes.filter((one) => one.startsWith("GET "))) {
        for (const owner of tenants) {
          const own = oneOfEach(ended).filter((job) => job.owner === owner)
          const statuses = new Set<number>()
          for (const { id } of own) {
            for (const at of ["0", "1", "999"]) {
              const query = route.startsWith("GET /api/") ? `?cursor=${at}` : `?skip=${at}`
              const { status, text } = await call(route, owner, id, { query, more: { "last-event-id": at } })
              statuses.add(status)
              expectOwn(text, owner)
            }
          }
          assert.include(Array.from(statuses), 200, route)
        }
      }
    })

    it("when they ask at every route for a job of others, which is an unknown one", async () => {
      for (const owner of tenants) running.push(await submit(slowDoor, owner, "https://slow.test/"))
      for (const route of routes) {
        for (const tenant of tenants) {
          const expected = await call(route, tenant, unknown)
          assert.strictEqual(expected.status, 404, route)
          for (const { id, owner } of [...oneOfEach(ended), ...running]) {
            if (owner !== tenant) assert.deepStrictEqual(await call(route, tenant, id), expected, route)
          }
        }
      }
    })

    it("in the metrics, and cancels only its own", async () => {
      assert.lengthOf(running, tenants.length)
      for (const { id, owner } of running) {
        const line = `porthole_jobs{kind="batch",tenant="${owner.name}"} 1`
        // clock: polls, since the metrics leave out what a busy Redis doesn't answer within a second
        while (!(await call("GET /metrics", owner, "")).text.includes(line)) await sleep(250)
        assert.include((await call("DELETE /api/v1/batch/:id", owner, id)).text, '"status":"cancelled"')
      }
    })

    it("in what a tenant may have", async () => {
      const [greedy = assert.fail(), ...others] = tenants
      const one = { body: slowDoor.bodyOf("https://slow.test/") }
      const statuses: Array<number> = []
      for (let count = 0; count <= max_jobs; count++)
        statuses.push((await call(slowDoor.route, greedy, "", one)).status)
      assert.deepStrictEqual(statuses, [...Array.from({ length: max_jobs }, () => 202), 429])
      for (const other of others) assert.strictEqual((await call(slowDoor.route, other, "", one)).status, 202)
    })
  })
}

// --- private --------------------------------------------------------------------------

/** A job of each tenant and kind, whatever endpoint took it. */
const oneOfEach = (jobs: ReadonlyArray<Job>): ReadonlyArray<Job> =>
  Array.from(new Map(jobs.map((job) => [`${job.owner.name} ${job.kind}`, job])).values())

interface Call {
  readonly body?: object
  readonly query?: string
  readonly more?: Readonly<Record<string, string>>
}

/** As many as a tenant submits at once. */
const max_jobs = JobDoors.all.length

const slowDoor: JobDoors.JobDoor = JobDoors.all[0] ?? assert.fail("no endpoint takes jobs")

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/

const unknown = "00000000-0000-4000-8000-000000000000"

/** A text that names the tenant for whom it is read. */
const textFor = (url: string) =>
  Effect.map(Conversation.Conversation, ({ tenant }) => `The page ${url} is read for ${tenant}. `.repeat(20))

const page: WebBackend.Extract = ({ url }) =>
  url.startsWith("https://slow.test/")
    ? Effect.never
    : Effect.map(textFor(url), (content) => ({ url, title: "A page", content, links: [], status_code: 200 }))

/** A site of one page. */
const site: WebBackend.SiteReader = {
  robots: () => Effect.succeed({ sitemaps: [], allows: () => true }),
  file: () => WebError.fail({ error: "http_error", status_code: 404 }),
  page: ({ url }) =>
    Effect.map(textFor(url), (content) => ({
      row: { url, title: "A page", content, links: [], status_code: 200 },
      size: 1_000,
      links: { title: "A page", links: new Map(), feeds: [], textHash: content, shapeHash: url },
    })),
}
