import { assert, describe, it } from "@effect/vitest"
import { Settings, Site } from "@porthole/core"
import { Effect, Result } from "effect"

const settings = (input: Settings.SettingsInput = {}) => Effect.runSync(Settings.make(input))

const boats = { name: "boats", baseUrl: "https://docs.test/guide/" }

/** The error message that the operator reads. */
const wrong = (sites: ReadonlyArray<Site.SiteOptions>, input?: Settings.SettingsInput): string => {
  const read = Site.readAll(sites, settings(input))
  return Result.isFailure(read) ? read.failure.message : assert.fail("nothing is wrong")
}

describe("a site", () => {
  it.each([
    ["https://docs.test/guide/", "https://docs.test/guide", "docs.test"],
    ["https://docs.test", "https://docs.test", "docs.test"],
    ["HTTP://DOCS.test.:80/guide//", "http://docs.test/guide", "docs.test"],
    ["https://docs.test/guide?", "https://docs.test/guide", "docs.test"],
    ["https://docs.test/guide#", "https://docs.test/guide", "docs.test"],
    ["https://b\u00fccher.test/", "https://xn--bcher-kva.test", "xn--bcher-kva.test"],
    ["http://93.184.216.34/guide", "http://93.184.216.34/guide", undefined],
    ["http://[2606:2800:220:1::1]/guide", "http://[2606:2800:220:1::1]/guide", undefined],
  ])("%s has the base %s", (baseUrl, base, domain) => {
    const [site] = Result.getOrThrow(Site.readAll([{ name: "boats", baseUrl }], settings()))
    assert.deepStrictEqual([site?.base, site?.domain], [base, domain])
  })

  it("may have a port that the settings allow", () => {
    const sites = [{ name: "boats", baseUrl: "http://docs.test:8080/guide" }]
    const [site] = Result.getOrThrow(Site.readAll(sites, settings({ ports: [80, 8080] })))
    assert.deepStrictEqual([site?.base, site?.domain], ["http://docs.test:8080/guide", "docs.test"])
    assert.match(wrong(sites), /^docsSites\[0\]\.baseUrl can't be used: .* \(port_not_allowed\)$/)
  })

  it.each(["a", "boats", "a1_b", `a${"b".repeat(31)}`])("may be called %s", (name) => {
    assert.isTrue(Result.isSuccess(Site.readAll([{ ...boats, name }], settings())))
  })

  it.each(["", "Boats", "1a", "_a", "a-b", "a b", "a\n", "b\u00f6te", `a${"b".repeat(32)}`])(
    "may not be called %j",
    (name) => {
      assert.match(wrong([boats, { ...boats, name }]), /^docsSites\[1\]\.name can't be used: expected a lower-case/)
    },
  )

  it("shares its name with no other, and may share its base", () => {
    assert.match(wrong([boats, boats]), /^docsSites\[1\]\.name can't be used: expected a name that no other site has$/)
    assert.isTrue(Result.isSuccess(Site.readAll([boats, { ...boats, name: "ships" }], settings())))
  })

  it.each([
    "",
    "docs.test/guide",
    "//docs.test/guide",
    "ftp://docs.test/",
    "file:///guide",
    "https://user:hunter2@docs.test/",
    "https://docs.test/?hunter2",
    "https://docs.test/#hunter2",
    "https://docs.test/guide/..%2f",
  ])("may not have the base %j, which the error doesn't repeat", (baseUrl) => {
    const message = wrong([{ ...boats, baseUrl }])
    assert.match(message, /^docsSites\[0\]\.baseUrl can't be used: expected an absolute http or https URL[^(]*$/)
    assert.notInclude(message, "hunter2")
  })

  it.each([
    ["http://127.0.0.1/guide", "private_or_metadata_target"],
    ["http://localhost/guide", "private_or_metadata_target"],
    ["http://wiki/guide", "private_or_metadata_target"],
    ["http://wiki.internal/guide", "private_or_metadata_target"],
    ["http://[::ffff:10.0.0.1]/guide", "private_or_metadata_target"],
    ["http://docs.test:22/guide", "port_not_allowed"],
    ["https://denied.test/", "domain_not_allowed"],
    ["https://docs.test/a\nb", "invalid_target"],
  ])("may not be a forbidden URL: %j (%s)", (baseUrl, reason) => {
    assert.include(wrong([{ ...boats, baseUrl }], { deny_domains: "denied.test" }), `(${reason})`)
  })

  it("from untyped code is judged the same way", () => {
    const sloppy = (site: object): Site.SiteOptions => Object.assign({ ...boats }, site)
    assert.include(wrong([sloppy({ name: 7 })]), "docsSites[0].name")
    assert.include(wrong([sloppy({ baseUrl: new URL(boats.baseUrl) })]), "docsSites[0].baseUrl")
    assert.include(wrong([sloppy({ slugToUrl: "{slug}.html" })]), "docsSites[0].slugToUrl")
  })
})
