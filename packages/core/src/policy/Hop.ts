/**
 * One step of a fetch: a vetted URL together with one vetted address of its host. A `Dialer` accepts nothing else, and
 * {@link Hop.vet} is the only way to make one, so code that dials an unvetted address doesn't compile.
 */
import * as Arr from "effect/Array"
import * as Result from "effect/Result"
import { make, type WebError } from "../domain/WebError.ts"
import { explain, PublicAddress } from "./PublicAddress.ts"
import { Refusal } from "./Refusal.ts"
import * as WebUrl from "./WebUrl.ts"

/** Private to this module, so that untyped code can't call the constructor, either. */
const vetting = Symbol("vetting")

/** A URL and the public address to dial for it. */
export class Hop {
  readonly #vetted = true
  readonly url: WebUrl.WebUrl
  readonly address: PublicAddress
  readonly target: WebUrl.Target

  private constructor(by: typeof vetting, url: WebUrl.WebUrl, target: WebUrl.Target, address: PublicAddress) {
    if (by !== vetting) throw new TypeError("A Hop is made by Hop.vet only.")
    this.url = url
    this.target = target
    this.address = address
    Object.freeze(this)
  }

  /** Whether a value comes from {@link Hop.vet}. Every `Dialer` checks it first and dies otherwise. */
  static is(u: unknown): u is Hop {
    return typeof u === "object" && u !== null && #vetted in u && u.#vetted
  }

  /**
   * Checks a URL's host by all of its current addresses: returns one hop per address, in their order and without
   * duplicates. One answer that isn't public, or can't be read, blocks the host. For an IP literal the only answer is
   * the host itself, whatever `answers` contains. The URL policy runs again, so a forged `WebUrl` gains nothing.
   */
  static vet(
    url: WebUrl.WebUrl,
    answers: ReadonlyArray<string>,
    policy: WebUrl.UrlPolicy,
  ): Result.Result<readonly [Hop, ...ReadonlyArray<Hop>], WebError> {
    return Result.flatMap(WebUrl.parse(url, policy), (vetted) => {
      const target = WebUrl.target(vetted)
      const seen = new Set<string>()
      const hops: Array<Hop> = []
      for (const answer of target.literal ? [target.host] : answers) {
        const address = PublicAddress.classify(answer)
        if (address === undefined) return failNotPublic(vetted, target, answer, answers)
        if (seen.has(address.value)) continue
        seen.add(address.value)
        hops.push(new Hop(vetting, vetted, target, address))
      }
      return Arr.isArrayNonEmpty(hops) ? Result.succeed(hops) : noAddressFailure
    })
  }

  toJSON(): { readonly url: string } {
    return { url: this.url }
  }
}

const failNotPublic = (
  url: WebUrl.WebUrl,
  { host }: WebUrl.Target,
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
      new Refusal({ rule: "address", source: explain(address) ?? "", url, host, address, answers }),
    ),
  )

const noAddressFailure: Result.Result<never, WebError> = Result.fail(
  make({
    error: "http_error",
    reason: "target_unreachable",
    message: "The host can't be reached. Check the URL or use another page.",
  }),
)
