import { assert, describe, it } from "@effect/vitest"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { clean, draftsOf } from "../src/Endpoint.ts"

const post = HttpClientRequest.post("https://api.example/")

const answered = (request: HttpClientRequest.HttpClientRequest, body: string): string => {
  const response = HttpClientResponse.fromWeb(request, new Response(body))
  const [draft] = draftsOf(request, clean(request), response, new TextEncoder().encode(body))
  return new TextDecoder().decode(draft?.payload)
}

describe("an endpoint's exchange", () => {
  it("keeps an answer whose words stand in a harmless header, and loses an echoed key", () => {
    const request = post.pipe(
      HttpClientRequest.setHeaders({ "x-respond-with": "content", "x-timeout": "2000" }),
      HttpClientRequest.bearerToken("canary-key"),
    )
    const answer = '{"data":{"content":"The content of 2000 pages.","seen":"KEY"}}'
    assert.strictEqual(answered(request, answer.replace("KEY", "canary-key")), answer.replace("KEY", "removed"))
  })

  it("is told apart by the form of the page that was asked for", () => {
    const varyOf = (form: string) => clean(HttpClientRequest.setHeader(post, "x-respond-with", form)).vary
    assert.notStrictEqual(varyOf("text"), varyOf("content"))
  })

  it.each([
    ["a header of several words", HttpClientRequest.setHeader(post, "x-mine", "canary-one canary-two canary-three")],
    ["a user's name without a password", HttpClientRequest.basicAuth(post, "canary-one", "")],
    ["a form", HttpClientRequest.bodyUrlParams(post, { client_secret: "canary-one", q: "x" })],
    ["a list", HttpClientRequest.bodyJsonUnsafe(post, { secrets: ["canary-one"], q: "x" })],
    ["fields in a field", HttpClientRequest.bodyJsonUnsafe(post, { credentials: { value: "canary-one" }, q: "x" })],
  ])("has no secret of %s", (_, request) => {
    assert.notInclude(clean(request).body, "canary")
    assert.notInclude(answered(request, "canary-one canary-two canary-three").slice(0, 10), "canary-one")
  })
})
