import { assert, describe, it } from "@effect/vitest"
import { Result } from "effect"
import { DomainPattern, HostName, Redirect, Refusal, WebUrl } from "@porthole/core"

const lists = (allow: ReadonlyArray<string>, deny: ReadonlyArray<string> = []) => ({
  ports: [80, 443],
  allow_domains: allow.map((text) => DomainPattern.readPattern(text) ?? assert.fail(text)),
  deny_domains: deny.map((text) => DomainPattern.readPattern(text) ?? assert.fail(text)),
})

const reasonOf = (url: string, policy: WebUrl.UrlPolicy): string | undefined =>
  Result.match(WebUrl.parse(url, policy), { onSuccess: () => "admitted", onFailure: ({ reason }) => reason })

describe("a pattern", () => {
  it.each([
    ["example.com", "example.com"],
    [" Example.COM. ", "example.com"],
    ["*.Example.com", "*.example.com"],
    ["bücher.example", "xn--bcher-kva.example"],
    ["*.internal", "*.internal"],
    ["93.184.216.34", "93.184.216.34"],
    ["0x5db8d822", undefined],
    ["2606:2800:220:1::1", "2606:2800:220:1::1"],
    ["[2606:2800:0220:1::1]", "2606:2800:220:1::1"],
    ["*", undefined],
    ["*.", undefined],
    ["*.93.184.216.34", undefined],
    ["a.*.example.com", undefined],
    ["https://example.com", undefined],
    ["example.com/docs", undefined],
    ["example.com:443", undefined],
    ["", undefined],
    [" *.example.com ", "*.example.com"],
    [" 93.184.216.34 ", "93.184.216.34"],
    ["1.example.com", "1.example.com"],
    ["exa^mple.com", undefined],
    ["1.2.3.4.5", undefined],
    ["[2606:2800:220:1::1]:8443", undefined],
  ])("%j is read as %j", (text, expected) => assert.strictEqual(DomainPattern.readPattern(text), expected))
})

describe("a host name", () => {
  it.each([
    [" Example.com. ", "example.com"],
    ["93.184.216.34", undefined],
    ["", undefined],
    // A name may have 253 characters; escapes may make its spelling longer.
    [`${"a.".repeat(126)}a`, `${"a.".repeat(126)}a`],
    [`${"a.".repeat(126)}ab`, undefined],
    ["ä".repeat(1_025), undefined],
  ])("%j is read as %j", (text, expected) => assert.strictEqual(HostName.fromText(text), expected))
})

describe("the lists", () => {
  it.each([
    // A name admits itself and its subdomains, by whole labels.
    ["https://example.com/", ["example.com"], [], "admitted"],
    ["https://docs.example.com/", ["example.com"], [], "admitted"],
    ["https://notexample.com/", ["example.com"], [], "domain_not_allowed"],
    ["https://example.com.evil.test/", ["example.com"], [], "domain_not_allowed"],
    ["https://example.com./", ["example.com"], [], "admitted"],
    // A pattern with a star admits subdomains only.
    ["https://example.com/", ["*.example.com"], [], "domain_not_allowed"],
    ["https://a.b.example.com/", ["*.example.com"], [], "admitted"],
    // Deny beats allow, whatever their lengths.
    ["https://docs.example.com/", ["docs.example.com"], ["example.com"], "domain_not_allowed"],
    ["https://docs.example.com/", ["example.com"], ["docs.example.com"], "domain_not_allowed"],
    ["https://example.com/", ["example.com"], ["*.example.com"], "admitted"],
    ["https://other.test/", [], ["example.com"], "admitted"],
    ["https://example.com/", ["other.test", "example.com"], [], "admitted"],
    // Spellings make no difference.
    ["https://BÜCHER.example/", ["xn--bcher-kva.example"], [], "admitted"],
    ["https://xn--bcher-kva.example/", [], ["bücher.example"], "domain_not_allowed"],
    // Addresses are listed as addresses.
    ["http://93.184.216.34/", ["example.com"], [], "domain_not_allowed"],
    ["http://93.184.216.34/", ["93.184.216.34"], [], "admitted"],
    ["http://0x5db8d822/", [], ["93.184.216.34"], "domain_not_allowed"],
    // The security boundary refuses first, then the domain lists, then the ports.
    ["http://169.254.169.254/", ["example.com"], [], "private_or_metadata_target"],
    ["http://vault.internal/", ["*.internal"], [], "private_or_metadata_target"],
    ["http://127.0.0.1/", ["127.0.0.1"], [], "private_or_metadata_target"],
    ["https://other.test:8443/", ["example.com"], [], "domain_not_allowed"],
    ["https://example.com:8443/", ["example.com"], [], "port_not_allowed"],
  ])("%s with %j but %j is %s", (url, allow, deny, expected) => {
    const policy = lists(allow, deny)
    assert.strictEqual(reasonOf(url, policy), expected)
    // The second time the URL comes from the memory, and the policy still judges it.
    assert.strictEqual(reasonOf(url, lists([])) === "admitted" ? reasonOf(url, policy) : expected, expected)
  })

  it("apply to later hops with the same reason", () => {
    const policy = lists(["example.com"])
    const from = Result.getOrThrow(WebUrl.parse("https://example.com/", policy))
    const step = { from, status: 302, visited: [from], maxRedirects: 5 }
    const refused = Result.flip(Redirect.next({ ...step, location: "https://other.test/" }, policy))
    assert.deepInclude(Result.getOrThrow(refused).wire, { error: "blocked_url", reason: "domain_not_allowed" })
    assert.isTrue(Result.isSuccess(Redirect.next({ ...step, location: "https://www.example.com/" }, policy)))
  })

  it("name the matching pattern for an operator", () => {
    const refused = Result.getOrThrow(Result.flip(WebUrl.parse("https://a.example.com/", lists([], ["*.example.com"]))))
    assert.deepInclude(Refusal.of(refused), { rule: "domain", source: "the setting deny_domains: *.example.com" })
    assert.notInclude(JSON.stringify(refused), "example.com")
  })
})
