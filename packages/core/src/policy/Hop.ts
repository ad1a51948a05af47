/**
 * One step of a fetch: a vetted URL together with one vetted address of its host. A `Dialer` accepts nothing else, and
 * {@link Hop.vet} is the only way to make one, so code that dials an unvetted address doesn't compile.
 */
import * as Arr from "effect/Array"
import * as Result from "effect/Result"
import { make, unreachable, type WebError } from "../domain/WebError.ts"
import { explain, isFakeIp } from "./AddressExplanation.ts"
import { PublicAddress } from "./PublicAddress.ts"
import { Refusal } from "./Refusal.ts"
import * as WebUrl from "./WebUrl.ts"

/** Private to this module, so that untyped code can't call the constructor, either. */
const vetting = Symbol("vetting")

/** A URL and the public address to dial for it. */
export class Hop {
  readonly #vetted = true
  readonly target: WebUrl.Target
  readonly address: PublicAddress

  private constructor(by: typeof vetting, target: WebUrl.Target, address: PublicAddress) {
    if (by !== vetting) throw new TypeError("A Hop is made by Hop.vet only.")
    this.target = target
    this.address = address
    Object.freeze(this)
  }

  get url(): WebUrl.WebUrl {
    return this.target.url
  }

  /** Whether a value comes from {@link Hop.vet}. Every `Dialer` checks it first and dies otherwise. */
  static is(u: unknown): u is Hop {
    return typeof u === "object" && u !== null && #vetted in u && u.#vetted
  }

  /**
   * Checks a URL's host by all of its current addresses: returns one hop per address, in their order and without
   * duplicates. One answer that isn't public, or can't be read, blocks the host. For an IP literal the only answer is
   * the host itself, whatever `answers` contains. A `Target` is the proof that the policy admits the URL; a look-alike
   * is a defect.
   */
  static vet(
    target: WebUrl.Target,
    answers: ReadonlyArray<string>,
  ): Result.Result<readonly [Hop, ...ReadonlyArray<Hop>], WebError> {
    if (!WebUrl.Target.is(target)) throw new TypeError("A Hop is made of nothing but a Target.")
    const seen = new Set<string>()
    const hops: Array<Hop> = []
    for (const answer of target.literal ? [target.host] : answers) {
      const address = PublicAddress.classify(answer)
      if (address === undefined) return failNotPublic(target, answer, answers)
      if (seen.has(address.value)) continue
      seen.add(address.value)
      hops.push(new Hop(vetting, target, address))
    }
    return Arr.isArrayNonEmpty(hops) ? Result.succeed(hops) : Result.fail(unreachable())
  }

  toJSON(): { readonly url: string } {
    return { url: this.url }
  }
}

const failNotPublic = (
  { host, url }: WebUrl.Target,
  address: string,
  answers: ReadonlyArray<string>,
): Result.Result<never, WebError> =>
  Result.fail(
    make(
      {
        error: "blocked_url",
        reason: "private_or_metadata_target",
        message: "The URL's host has a private, local or metadata address. Use a public page.",
      },
      new Refusal({
        rule: "address",
        source: explain(address) ?? "",
        url,
        host,
        address,
        answers,
        ...(isFakeIp(address) ? { advice: fakeIpAdvice } : {}),
      }),
    ),
  )

const fakeIpAdvice =
  "A proxy on this network answers DNS with fake addresses. Set resolver to a DNS-over-HTTPS endpoint."
