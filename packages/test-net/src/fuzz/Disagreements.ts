/**
 * The policy against the {@link Oracle}, over random and structured cases.
 *
 * The generator knows the address behind each spelling, so the expected result comes neither from the policy nor, for
 * the structured cases, from a parser. A disagreement is unsafe if the policy admits an address that the oracle calls
 * private, or another address than the one behind the spelling; it is safe if the policy blocks something public.
 */
import { Result } from "effect"
import { isIP } from "node:net"
import { Hop, Redirect, WebUrl } from "@porthole/core"
import * as Random from "../Random.ts"
import * as Oracle from "./Oracle.ts"
import * as Spelling from "./Spelling.ts"

/** The result of a run. */
export interface Report {
  readonly seed: number
  readonly cases: Readonly<Record<Kind, number>>
  readonly admitted: number
  readonly refused: number
  /** Inputs that were wrongly admitted. */
  readonly unsafe: ReadonlyArray<string>
  /** How often something public was blocked, by reason. */
  readonly safe: Readonly<Record<string, number>>
}

export type Kind = "literal" | "redirect" | "answers" | "mutated"

/** Checks `count` cases from a seed. */
export const compare = (count: number, seed: number): Report => {
  const random = Random.make(seed)
  const counts = new Counts(seed)
  for (let done = 0; done < count; done++) {
    const turn = random.int(10)
    if (turn < 4) judgeLiteral(random, counts)
    else if (turn < 5) judgeRedirect(random, counts)
    else if (turn < 8) judgeAnswers(random, counts)
    else judgeMutated(random, counts)
  }
  return counts.report()
}

// --- private --------------------------------------------------------------------------

const policy = { ports: [80, 443] }
const start = Result.getOrThrow(WebUrl.parse("http://start.test/", policy))

class Counts {
  readonly #seed: number
  readonly #cases: Record<Kind, number> = { literal: 0, redirect: 0, answers: 0, mutated: 0 }
  readonly #unsafe: Array<string> = []
  readonly #safe: Record<string, number> = {}
  #admitted = 0
  #refused = 0

  constructor(seed: number) {
    this.#seed = seed
  }

  admitted(kind: Kind, what: string, isWrong: boolean): void {
    this.#cases[kind]++
    this.#admitted++
    if (isWrong) this.#unsafe.push(`${kind}: ${JSON.stringify(what)}`)
  }

  refused(kind: Kind, why: string | undefined): void {
    this.#cases[kind]++
    this.#refused++
    if (why !== undefined) this.#safe[why] = (this.#safe[why] ?? 0) + 1
  }

  report(): Report {
    return {
      seed: this.#seed,
      cases: this.#cases,
      admitted: this.#admitted,
      refused: this.#refused,
      unsafe: this.#unsafe,
      safe: this.#safe,
    }
  }
}

/** The addresses that a URL's fetch would dial; none if it is blocked. */
const dialled = (
  target: Result.Result<WebUrl.Target, unknown>,
  answers: ReadonlyArray<string>,
): ReadonlyArray<string> =>
  Result.match(
    Result.flatMap(target, (vetted) => Hop.vet(vetted, answers)),
    { onFailure: () => [], onSuccess: (hops) => hops.map(({ address }) => address.value) },
  )

const isPublicAndSame = (address: string, truth: Oracle.Address): boolean => {
  const read = Oracle.read(address)
  return read !== undefined && Oracle.same(read, truth) && !Oracle.isPrivate(truth)
}

/** The reason for blocking a public address; `ISATAP` is blocked on purpose, although the registries don't list it. */
const whyRefused = (truth: Oracle.Address): string | undefined => {
  if (Oracle.isPrivate(truth)) return undefined
  return truth.family === 6 && truth.groups[5] === 0x5efe && [0, 0x100, 0x200, 0x300].includes(truth.groups[4] ?? -1)
    ? "ISATAP"
    : "other"
}

const countCase = (
  counts: Counts,
  kind: Kind,
  text: string,
  truth: Oracle.Address,
  hops: ReadonlyArray<string>,
): void => {
  const [address] = hops
  if (address === undefined) counts.refused(kind, whyRefused(truth))
  else counts.admitted(kind, text, !isPublicAndSame(address, truth))
}

const judgeLiteral = (random: Random.Random, counts: Counts): void => {
  const { address, host } = Spelling.literal(random)
  const scheme = random.pick(["http://", "https://", "HTTP://", "http:/", "https:", "http:\\\\", "http:\\/"])
  const url = `${scheme}${host}${random.pick(["", ":", scheme.includes("s") ? ":443" : ":80"])}${random.pick(tails)}`
  // A literal's DNS answers must be ignored.
  countCase(counts, "literal", url, address, dialled(WebUrl.judge(url, policy), ["93.184.216.34"]))
}

const judgeRedirect = (random: Random.Random, counts: Counts): void => {
  const { address, host } = Spelling.literal(random)
  const text = `${random.pick(["http://", "//", "https://", "\\\\", "/\\", "http:\\\\"])}${host}${random.pick(tails)}`
  const location = Buffer.from(text, "utf8").toString("latin1")
  const next = Redirect.next({ from: start, status: 302, location, visited: [start], maxRedirects: 5 }, policy)
  countCase(counts, "redirect", text, address, dialled(next, ["93.184.216.34"]))
}

const tails = ["", "/", "/path?q=1", "?q=@10.0.0.1", "#@127.0.0.1", "/\\127.0.0.1"] as const

const judgeAnswers = (random: Random.Random, counts: Counts): void => {
  const truths: Array<Oracle.Address | undefined> = []
  const answers = Array.from({ length: 1 + random.int(4) }, () => {
    if (random.oneIn(40)) {
      truths.push(undefined)
      return random.pick(invalidAddresses)
    }
    if (random.oneIn(2)) {
      const value = random.oneIn(2) ? Spelling.ipv4(random) : random.int(4_294_967_296)
      truths.push({ family: 4, value })
      return Oracle.dotted(value)
    }
    const groups = random.oneIn(2) ? Spelling.ipv6(random) : [0x2600 + random.int(256), 1, 2, 3, 4, 5, 6, 7]
    truths.push({ family: 6, groups })
    return Spelling.textOf6(groups, random)
  })
  const hops = dialled(WebUrl.judge("https://site.test/", policy), answers)
  const isBad = truths.some((truth) => truth === undefined || Oracle.isPrivate(truth))
  if (hops.length > 0) {
    const isOther = hops.some((hop) => !truths.some((truth) => truth !== undefined && isPublicAndSame(hop, truth)))
    counts.admitted("answers", answers.join(" "), isBad || isOther)
  } else {
    const reasons = truths.map((truth) => (truth === undefined ? undefined : whyRefused(truth)))
    counts.refused("answers", isBad ? undefined : reasons.includes("ISATAP") ? "ISATAP" : "other")
  }
}

/** Invalid answers of a resolver that a parser might take for a public address. */
const invalidAddresses = [
  "",
  " ",
  "93.184.216.34 ",
  "93.184.216",
  "093.184.216.34",
  "0x5d.184.216.34",
  "1572395042",
  "[2606:2800::1]",
  "2606:2800::1%eth0",
  "2606:2800::1/64",
  "site.test",
  "93.184.216.34\u0000",
  "93.184.216.34,10.0.0.1",
] as const

/** A URL with a spelling of an address, and a few characters changed: here Node's own parser is the reference. */
const judgeMutated = (random: Random.Random, counts: Counts): void => {
  const { host } = Spelling.literal(random)
  const prefix = random.pick(["http://", "https://", "http:", "//", "ftp://", "http://user@", "http://a:b@"])
  let url = `${prefix}${host}${random.pick(tailsOfHosts)}/`
  for (let edits = 1 + random.int(3); edits > 0; edits--) {
    const at = random.int(url.length + 1)
    url = url.slice(0, at) + random.pick(insertions) + url.slice(at + random.int(3))
  }
  const vetted = WebUrl.judge(url, policy)
  const hops = dialled(vetted, ["93.184.216.34"])
  if (hops.length === 0 || Result.isFailure(vetted)) return counts.refused("mutated", undefined)
  const meant = URL.parse(url)
  const bare = meant?.hostname.replace(/^\[|\]$/g, "") ?? ""
  const truth = isIP(bare) === 0 ? undefined : Oracle.read(bare)
  const [address = ""] = hops
  const isWrong =
    meant === null ||
    meant.username + meant.password !== "" ||
    !["", "80", "443"].includes(meant.port) ||
    (truth === undefined ? isRefusedName(bare) || address !== "93.184.216.34" : !isPublicAndSame(address, truth))
  counts.admitted("mutated", url, isWrong)
}

const tailsOfHosts = [
  "",
  ":80",
  ":22",
  ":0",
  ":65536",
  "@127.0.0.1",
  ".test",
  ".localhost",
  ".invalid",
  ".onion",
  ".in-addr.arpa",
  ".ip6.arpa",
] as const

const isRefusedName = (host: string): boolean =>
  !host.includes(".") || /(?:^|\.)(?:localhost|invalid|onion|in-addr\.arpa|ip6\.arpa)\.?$/.test(host)

const insertions = [
  "",
  "0",
  "1",
  ".",
  ":",
  "/",
  "\\",
  "@",
  "#",
  "?",
  "%",
  "%00",
  "%2e",
  "[",
  "]",
  "x",
  "0x",
  "\t",
  "\n",
  " ",
  "\u0000",
  "\u00ad",
  "\u200d",
  "\u3002",
  "\uff10",
  "\u2488",
  "ß",
  "-",
  "_",
  "::",
  "ffff:",
] as const
