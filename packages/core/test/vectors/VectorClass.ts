/**
 * What the corpus is made of: one attack class (or class of ordinary URLs), the text that motivates
 * it, and its verdict.
 *
 * A verdict is data. It follows from the class (an RFC, a registry, an advisory or a cloud's
 * documentation says what the address or spelling is), never from running the policy under test or
 * the address library that it uses.
 */

/** A URL, and for a name what DNS answers. Without `resolves` the decision falls before DNS. */
export interface Target {
  readonly url: string
  readonly resolves?: ReadonlyArray<string>
}

/** Targets that share a class, a motive and a verdict. */
export interface VectorClass {
  readonly class: string
  readonly source: string
  readonly verdict: Verdict
  readonly targets: ReadonlyArray<Target | Answer>
}

/** An answer for a name that the corpus gives out: `https://v<number>.vectors.test/`. */
export interface Answer {
  readonly answer: ReadonlyArray<string>
}

export const verdicts = {
  allowed: { allowed: true },
  private: { allowed: false, error: "blocked_url", reason: "private_or_metadata_target" },
  invalid: { allowed: false, error: "blocked_url", reason: "invalid_target" },
  port: { allowed: false, error: "blocked_url", reason: "port_not_allowed" },
  scheme: { allowed: false, error: "unsupported_scheme" },
  unreachable: { allowed: false, error: "http_error", reason: "target_unreachable" },
} as const

export type Verdict = keyof typeof verdicts

/** One public address of each family, for names whose answer isn't the point. */
export const publicV4 = "93.184.215.14"
export const publicV6 = "2606:2800:21f:cb07:6820:80da:af6b:8b2c"

/** A maker of classes whose every item becomes one or more targets. */
const classOf =
  <Item>(targetsOf: (item: Item) => ReadonlyArray<Target | Answer>) =>
  (name: string, verdict: Verdict, source: string, list: ReadonlyArray<Item>): VectorClass => ({
    class: name,
    source,
    verdict,
    targets: list.flatMap(targetsOf),
  })

/** URLs that are decided before DNS. */
export const urls = classOf((url: string) => [{ url }])

/** URLs of names whose answer is public. */
export const resolving = classOf((url: string) => [{ url, resolves: [publicV4] }])

/** DNS answers of a public-looking name. */
export const answers = classOf((answer: ReadonlyArray<string>) => [{ answer }])

/** Addresses, each as the host of a URL and as the answer of a public-looking name. */
export const addresses = classOf((address: string) => [
  { url: address.includes(":") ? `http://[${address}]/` : `http://${address}/` },
  { answer: [address] },
])
