/** The fetches of the soak, and their expected outcomes. */
import { type Dns, Faults, type Random, World } from "../../src/index.ts"

export interface Errand {
  readonly url: string
  readonly expected: Readonly<Record<string, unknown>>
}

const hosts = Array.from({ length: 48 }, (_, at) => `site${at}.soak.test`)

/** The names of the good sites. */
export const zone: Dns.Zone = Object.fromEntries(
  hosts.map((host, at) => [host, [[at % 2 === 0 ? World.publicA : World.publicB]]]),
)

/**
 * One errand. Of ten, five are good, two are refused or missing, and three meet faults, few of which last to the
 * deadline.
 */
export const choose = (random: Random.Random): Errand => {
  const turn = random.int(10)
  if (turn < 5) return { url: `${originOf(random)}/page/${random.int(1_000_000)}`, expected: { title: "Harbour" } }
  if (turn < 7) return refusals(random)
  return random.pick(random.oneIn(25) ? lasting : quick)
}

// --- private --------------------------------------------------------------------------

const originOf = (random: Random.Random): string =>
  random.oneIn(6) ? "https://public.test" : `http://site${random.int(hosts.length)}.soak.test`

const refusals = (random: Random.Random): Errand =>
  random.pick<Errand>([
    { url: `${originOf(random)}/missing`, expected: { error: "http_error", status_code: 404 } },
    { url: `${originOf(random)}/count/3`, expected: { title: "Harbour" } },
    { url: `${originOf(random)}/count/9`, expected: { error: "http_error", reason: "too_many_redirects" } },
    {
      url: `${originOf(random)}/?to=http://private.test/`,
      expected: { error: "blocked_url", reason: "redirect_to_blocked_target" },
    },
    { url: "http://mixed.test/", expected: { error: "blocked_url", reason: "private_or_metadata_target" } },
    { url: "http://169.254.169.254/", expected: { error: "blocked_url", reason: "private_or_metadata_target" } },
    { url: "http://nothing.test/", expected: { error: "http_error", reason: "target_unreachable" } },
  ])

/** Without a hanging name server: it would hold both threads of the resolver, and so every other name. */
const faults = Faults.all.filter(({ mayKeepResources, serve }) => serve !== undefined || !mayKeepResources)
const isLasting = ({ expected }: Errand): boolean => expected["error"] === "timeout"
const atLeastOne = (errands: ReadonlyArray<Errand>): readonly [Errand, ...ReadonlyArray<Errand>] => {
  const [first, ...rest] = errands
  if (first === undefined) throw new Error("There is no such fault.")
  return [first, ...rest]
}
const quick = atLeastOne(faults.filter((fault) => !isLasting(fault)))
const lasting = atLeastOne(faults.filter(isLasting))
