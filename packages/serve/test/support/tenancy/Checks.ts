/**
 * What tenants must not share, as checks of one door each. A check calls as every tenant and returns a line for each
 * mix-up: an answer made for another tenant, a request with another's key, or a limit that another has used up.
 */
import * as Doors from "./Doors.ts"
import type { Provider } from "./Provider.ts"
import * as Visitor from "./Visitor.ts"

/** A tenant's name, and the headers of its clients. */
export interface Tenant {
  readonly name: string
  readonly headers: Visitor.Headers
}

/** What a check works with. */
export interface Scene {
  readonly base: string
  readonly provider: Provider
  readonly tenants: ReadonlyArray<Tenant>
  readonly door: Doors.Door
}

export type Check = (scene: Scene) => Promise<ReadonlyArray<string>>

let words = 0
/** A word that no test has used: a conversation's memory belongs to the process, not to a server. */
const newWord = (): string => `word${words++}`

/** Caches of searches and pages, and the providers' keys. */
export const caches: Check = (scene) => {
  const word = newWord()
  return eachTenant(scene, async (tenant, visitor) => {
    const first = await visit(scene, tenant, () => scene.door.call(visitor, word))
    const again = await visit(scene, tenant, () => scene.door.call(visitor, word))
    return [
      ...first.mixed,
      ...again.mixed,
      ...unless(first.made.join() === scene.door.asks.join(), "a new call asks for itself", first),
      ...unless(first.isFor, "gets its own answer", first),
      ...unless(again.made.length === 0, "the same call again is cached", again),
    ]
  })
}

/** Known URLs, under `known_urls_only`. */
export const knownUrls: Check = (scene) => {
  const { door } = scene
  const word = newWord()
  return eachTenant(scene, async (tenant, visitor) => {
    const reading = () => visit(scene, tenant, () => Doors.read(door.face, visitor, door.pageOf(word)))
    const calling = () => visit(scene, tenant, () => door.call(visitor, word))
    const needsKnown = door.asks.join() === "page" && door.readsUnseen === undefined
    const before = needsKnown ? await calling() : await reading()
    const learnt = needsKnown
      ? await visit(scene, tenant, () => Doors.search(door.face, visitor, word))
      : await calling()
    const after = needsKnown ? await calling() : await reading()
    return [
      ...[before, learnt, after].flatMap(({ mixed }) => mixed),
      ...unless(before.made.length === 0 && !before.isFor, "an unknown URL is refused", before),
      ...unless(after.isFor, "a known URL is read", after),
    ]
  })
}

/** The conversation's memory of pages, without a cache. */
export const shownPages: Check = async (scene) => {
  const { door, provider } = scene
  if (!door.asks.includes("page")) return []
  const faults: Array<string> = []
  let [other] = scene.tenants.slice(-1)
  for (const reader of scene.tenants) {
    if (other === undefined) break
    const word = newWord()
    const [own, foreign] = [await open(scene, reader), await open(scene, other)]
    const first = await visit(scene, reader, () => door.call(own, word))
    const seen = `Version ${provider.version()} `
    provider.changePages()
    const elsewhere = await visit(scene, other, () => door.readOn(foreign, word))
    const on = await visit(scene, reader, () => door.readOn(own, word))
    faults.push(
      ...[first, elsewhere, on].flatMap(({ mixed }) => mixed),
      ...unless(elsewhere.made.join() === "page", "nobody else has read the page", elsewhere),
      ...unless(on.made.length === 0 && on.text.includes(seen), "the reader goes on in its page", on),
    )
    other = reader
  }
  return faults
}

/** `max_uses` of a conversation; the server allows {@link uses}. */
export const uses = 2
export const maxUses: Check = (scene) => exhausting(scene, uses)

/** `max_requests_per_minute`; the server allows {@link requests}. */
export const requests = 1
export const rateLimit: Check = (scene) => exhausting(scene, requests)

/** MCP sessions: no other tenant can use one, or end it. */
export const sessions: Check = async (scene) => {
  if (scene.door.face !== "session") return []
  const faults: Array<string> = []
  for (const owner of scene.tenants) {
    const { session } = await open(scene, owner)
    for (const tenant of scene.tenants) {
      if (tenant === owner) continue
      const headers = { ...tenant.headers, ...session }
      const statuses = [await Visitor.ping(scene.base, headers), await Visitor.end(scene.base, headers)]
      if (statuses.join() !== "404,404") faults.push(`${tenant.name}: ${statuses.join()} in a session of ${owner.name}`)
    }
    const status = await Visitor.ping(scene.base, { ...owner.headers, ...session })
    if (status !== 200) faults.push(`${owner.name}: ${status} in its own session`)
  }
  return faults
}

// --- private --------------------------------------------------------------------------

/** One call: the tenant's own requests that it made, and the mix-ups. */
interface Visit {
  readonly tenant: string
  readonly text: string
  readonly made: ReadonlyArray<string>
  /** Whether the answer was made for the tenant. */
  readonly isFor: boolean
  readonly mixed: ReadonlyArray<string>
}

const open = ({ base, door }: Scene, { headers }: Tenant): Promise<Visitor.Visitor> =>
  Visitor.open(door.face, base, headers)

const visit = async (
  { door, provider, tenants }: Scene,
  { name }: Tenant,
  call: () => Promise<string>,
): Promise<Visit> => {
  provider.take()
  const text = await call()
  const made = provider.take()
  return {
    tenant: name,
    text,
    made: made.map(({ kind }) => kind),
    isFor: text.includes(`for ${name}.`),
    mixed: [
      ...made.flatMap(({ kind, tenant }) =>
        tenant === name ? [] : [`${door.name}: ${name} asks for a ${kind} as ${tenant}`],
      ),
      ...tenants.flatMap((other) =>
        other.name !== name && text.includes(`for ${other.name}.`)
          ? [`${door.name}: ${name} gets an answer of ${other.name}`]
          : [],
      ),
    ],
  }
}

const unless = (isFine: boolean, rule: string, { made, tenant, text }: Visit): ReadonlyArray<string> =>
  isFine ? [] : [`${tenant}: not so that ${rule}; it asked for [${made.join()}]: ${text.slice(0, 300)}`]

const eachTenant = async (
  scene: Scene,
  check: (tenant: Tenant, visitor: Visitor.Visitor) => Promise<ReadonlyArray<string>>,
): Promise<ReadonlyArray<string>> => {
  const faults: Array<string> = []
  for (const tenant of scene.tenants) faults.push(...(await check(tenant, await open(scene, tenant))))
  return faults
}

/** Calls until nothing is left: each tenant has as many requests as one alone. */
const exhausting = (scene: Scene, limit: number) =>
  eachTenant(scene, async (tenant, visitor) => {
    const faults: Array<string> = []
    let made = 0
    for (let calls = 0; calls <= limit; calls++) {
      const one = await visit(scene, tenant, () => scene.door.call(visitor, newWord()))
      faults.push(...one.mixed)
      made += one.made.length
    }
    return made === limit ? faults : [...faults, `${tenant.name} made ${made} requests; the limit is ${limit}`]
  })
