/**
 * Writes `url-vectors.json` from `cases.json`, both next to this file:
 * `node packages/core/test/vectors/make-vectors.ts`. The same cases give the same bytes.
 *
 * A case is one attack class (or class of ordinary URLs), the text that motivates it, and its verdict. A verdict is
 * data. It follows from the class (an RFC, a registry, an advisory or a cloud's documentation defines the address or
 * spelling is), never from running the policy under test or the address library that it uses.
 */
import { readFileSync, writeFileSync } from "node:fs"

/** A text, or one that is too long to be written out. */
export type Text =
  | string
  | { readonly before: string; readonly repeated: string; readonly times: number; readonly after: string }

/** The common fields of cases: class, motive and verdict. */
export interface Case {
  readonly class: string
  readonly source: string
  readonly verdict: string
  /** URLs that are decided before DNS. */
  readonly urls?: ReadonlyArray<Text>
  /** URLs of names whose answer is public. */
  readonly names?: ReadonlyArray<Text>
  /** Addresses, each as the host of a URL and as the answer of a public-looking name. */
  readonly addresses?: ReadonlyArray<string>
  /** DNS answers of a public-looking name. */
  readonly answers?: ReadonlyArray<ReadonlyArray<string>>
  /** URLs with the DNS answer, if the policy resolves the name. */
  readonly targets?: ReadonlyArray<{ readonly url: Text; readonly resolves?: ReadonlyArray<string> }>
}

/** A line of the corpus: a URL, the DNS answer of its name if that matters, and the verdict. */
export interface Vector {
  readonly id: string
  readonly class: string
  readonly source: string
  readonly url: string
  readonly resolves?: ReadonlyArray<string>
  readonly allowed: boolean
  readonly error?: string
  readonly reason?: string
}

const verdicts: Readonly<Record<string, Pick<Vector, "allowed" | "error" | "reason">>> = {
  allowed: { allowed: true },
  private: { allowed: false, error: "blocked_url", reason: "private_or_metadata_target" },
  invalid: { allowed: false, error: "blocked_url", reason: "invalid_target" },
  port: { allowed: false, error: "blocked_url", reason: "port_not_allowed" },
  scheme: { allowed: false, error: "unsupported_scheme" },
  unreachable: { allowed: false, error: "http_error", reason: "target_unreachable" },
}

/** A public address, for names whose answer isn't the point. */
const publicAddress = "93.184.215.14"

/** A URL with its answer, or an answer for a name that the corpus makes: `https://v<number>.vectors.test/`. */
type Target =
  | { readonly url: string; readonly resolves?: ReadonlyArray<string> }
  | { readonly answer: ReadonlyArray<string> }

const written = (text: Text): string =>
  typeof text === "string" ? text : text.before + text.repeated.repeat(text.times) + text.after

const hostOf = (address: string): string => (address.includes(":") ? `[${address}]` : address)

const targetsOf = ({
  addresses = [],
  answers = [],
  names = [],
  targets = [],
  urls = [],
}: Case): ReadonlyArray<Target> => [
  ...urls.map((url) => ({ url: written(url) })),
  ...names.map((url) => ({ url: written(url), resolves: [publicAddress] })),
  ...addresses.flatMap((address) => [{ url: `http://${hostOf(address)}/` }, { answer: [address] }]),
  ...answers.map((answer) => ({ answer })),
  ...targets.map(({ url, ...rest }) => ({ url: written(url), ...rest })),
]

/**
 * Vectors in the order of their cases; a class has its own numbers, and a DNS answer gets a name. A vector of two cases
 * is written once, and they must agree on it.
 */
export const vectorsOf = (cases: ReadonlyArray<Case>): ReadonlyArray<Vector> => {
  const counts = new Map<string, number>()
  const seen = new Map<string, string>()
  let names = 0
  const vectorOf = ({ class: name, source, verdict }: Case, target: Target): ReadonlyArray<Vector> => {
    const key = JSON.stringify("url" in target ? [target.url, target.resolves] : target.answer)
    const before = seen.get(key)
    if (before !== undefined && before !== verdict) throw new Error(`two verdicts: ${key}`)
    if (before !== undefined) return []
    seen.set(key, verdict)
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    const entry = "url" in target ? target : { url: `https://v${++names}.vectors.test/`, resolves: target.answer }
    const said = verdicts[verdict]
    if (said === undefined) throw new Error(`no verdict: ${verdict}`)
    return [{ id: `${name}-${count}`, class: name, source, ...entry, ...said }]
  }
  return cases.flatMap((one) => targetsOf(one).flatMap((target) => vectorOf(one, target)))
}

const about =
  "URLs, and the DNS answers of their names, with the verdict of the URL, name and address policies. " +
  "Made by make-vectors.ts from cases.json; change that, not this file. " +
  "`resolves` is what the name answers; without it the decision falls before DNS."

/** One vector a line, in ASCII, so that no invisible character hides in the file. */
const write = (): void => {
  const cases: ReadonlyArray<Case> = JSON.parse(readFileSync(new URL("cases.json", import.meta.url), "utf8"))
  const lines = vectorsOf(cases).map((vector) => JSON.stringify(vector))
  const json = `{\n"about": ${JSON.stringify(about)},\n"vectors": [\n${lines.join(",\n")}\n]\n}\n`
  writeFileSync(
    new URL("url-vectors.json", import.meta.url),
    json.replace(/[^\n\x20-\x7e]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
  )
}

if (import.meta.main) write()
