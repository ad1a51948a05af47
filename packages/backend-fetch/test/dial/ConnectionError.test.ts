import { assert, describe, it } from "@effect/vitest"
import { WebError } from "@porthole/core"
import { errors } from "undici"
import { toWebError } from "../../src/dial/ConnectionError.ts"

describe("an error of the connection", () => {
  const coded = (code: string) => Object.assign(new Error(code), { code })

  it.each<readonly [unknown, string, string | undefined]>([
    [coded("UND_ERR_CONNECT_TIMEOUT"), "timeout", undefined],
    [coded("UND_ERR_HEADERS_TIMEOUT"), "timeout", undefined],
    [coded("UND_ERR_BODY_TIMEOUT"), "timeout", undefined],
    [coded("ETIMEDOUT"), "timeout", undefined],
    [coded("ERR_TLS_CERT_ALTNAME_INVALID"), "http_error", "tls_failed"],
    [coded("ERR_SSL_WRONG_VERSION_NUMBER"), "http_error", "tls_failed"],
    [coded("EPROTO"), "http_error", "tls_failed"],
    [coded("CERT_HAS_EXPIRED"), "http_error", "tls_failed"],
    [coded("PORTHOLE_WIRE_LIMIT"), "http_error", "malformed_response"],
    [coded("UND_ERR_HEADERS_OVERFLOW"), "http_error", "malformed_response"],
    [new errors.HTTPParserError("Invalid"), "http_error", "malformed_response"],
    [new errors.SocketError("bad response"), "http_error", "malformed_response"],
    [new errors.SocketError("bad upgrade"), "http_error", "malformed_response"],
    [new errors.SocketError("other side closed"), "http_error", "target_unreachable"],
    [new Error("bad response"), "http_error", "target_unreachable"],
    [coded("ECONNREFUSED"), "http_error", "target_unreachable"],
    ["no error at all", "http_error", "target_unreachable"],
  ])("%s is %s %s, and stays the cause", (cause, error, reason) => {
    const reported = toWebError(cause)
    assert.deepStrictEqual([reported.error, reported.reason], [error, reason])
    assert.strictEqual(WebError.causeOf(reported), cause)
    assert.notInclude(reported.wire.message, "ECONN")
  })

  it("of a network without a route names the setting that helps, to the operator alone", () => {
    const unreachable = coded("ENETUNREACH")
    const reported = toWebError(unreachable)
    assert.deepStrictEqual(reported.wire, WebError.unreachable().wire)
    const [advice, system] = WebError.chainOf(WebError.causeOf(reported))
    assert.include(advice?.message, "set egress_proxy")
    assert.strictEqual(system, unreachable)
  })
})
