/** Properties of the URL, name, address and redirect policy for any text. */
import { Result } from "effect"
import * as fc from "fast-check"
import { isIP } from "node:net"
import { HitFilter, Hop, HostName, PublicAddress, Redirect, WebUrl } from "@porthole/core"
import * as Hostile from "./Hostile.ts"
import * as Oracle from "./Oracle.ts"
import { expect, make, type Property } from "./Property.ts"

const policy = { ports: [80, 443] }

const refusedSuffixes = [...HostName.privateSuffixes, ...HostName.specialUseSuffixes]

/** Whether the text of an admitted address is a public one. */
const isPublic = (address: string): boolean => {
  const read = Oracle.read(address)
  return read !== undefined && !Oracle.isPrivate(read)
}

const expectSound = (url: string): void => {
  const { hash: _hash, hostname, password, port, protocol, username } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, "")
  expect(protocol === "http:" || protocol === "https:", "http or https")
  expect(username + password === "", "no credentials")
  expect(["", "80", "443"].includes(port), "an allowed port")
  expect(isIP(host) === 0 ? /^[a-z0-9_.-]+$/.test(host) && host.includes(".") : isPublic(host), "a sane host")
  expect(!refusedSuffixes.some((suffix) => `.${host}`.endsWith(`.${suffix}`)), "no private name")
}

export const properties: ReadonlyArray<Property> = [
  make("any URL is refused or sound, and admitted again as the same text", Hostile.url, (text) => {
    const parsed = WebUrl.parse(text, policy)
    if (Result.isFailure(parsed)) return
    expectSound(parsed.success)
    // The space forces a new check: admitted URLs are cached by their text.
    const again = WebUrl.parse(` ${parsed.success}`, policy)
    const isLongest = parsed.success.length === WebUrl.maxLength
    expect(isLongest || (Result.isSuccess(again) && again.success === parsed.success), "the same text again")
  }),

  make("any DNS answer is refused or public throughout", Hostile.answers, (answers) => {
    const hops = Result.flatMap(WebUrl.judge("https://site.test/", policy), (target) => Hop.vet(target, answers))
    if (Result.isFailure(hops)) return
    expect(
      hops.success.every(({ address }) => isPublic(address.value)),
      "public addresses",
    )
    expect(
      answers.every((answer) => PublicAddress.PublicAddress.classify(answer) !== undefined),
      "no bad answer",
    )
  }),

  make(
    "any Location is refused or sound, and never leads from https to http",
    fc.tuple(
      fc.constantFrom("http://a.test/", "https://a.test/x?y", "https://[2606:2800::1]/"),
      fc.oneof(Hostile.url, Hostile.headerValue),
    ),
    ([from, location]) => {
      const start = Result.getOrThrow(WebUrl.parse(from, policy))
      const step = { from: start, status: 302, location, visited: [start], maxRedirects: 5 }
      const next = Redirect.next(step, policy)
      if (Result.isFailure(next)) {
        expect(!JSON.stringify(next.failure).includes("a.test"), "an error that names no host")
        return
      }
      expectSound(next.success.url)
      expect(from.startsWith("http:") || next.success.secure, "no downgrade")
    },
  ),

  make("a private name is refused in any spelling", fc.tuple(fc.domain(), fc.nat()), ([domain, at]) => {
    const suffix = refusedSuffixes[at % refusedSuffixes.length] ?? "local"
    const name = [suffix, `${domain}.${suffix}`, `${domain}.${suffix.toUpperCase()}.`, `${suffix}.`][at % 4] ?? suffix
    const wide = name.replace(/[a-z]/gi, (char) => String.fromCodePoint(char.charCodeAt(0) + 0xfee0))
    for (const host of [name, wide, encodeURIComponent(name).replaceAll(".", "%2E")]) {
      expect(Result.isFailure(WebUrl.parse(`https://${host}/`, policy)), `refusal of ${host}`)
    }
  }),

  make("any text is a host name in canonical form or none", Hostile.host, (text) => {
    const name = HostName.fromText(text)
    const rules = HitFilter.readDomains([text])
    expect(Result.isSuccess(rules) === (name !== undefined), "a domain filter accepts a text only if it is a host name")
    if (name === undefined) return
    expect(HostName.fromText(name) === name, "the same name again")
    expect(
      HitFilter.admits([name], `https://sub.${name}/`) || name.length > 249,
      "the domain filter admits a subdomain",
    )
    expect(!HitFilter.admits([name], `https://x${name}/`), "the domain filter rejects another name with the same end")
  }),
]
