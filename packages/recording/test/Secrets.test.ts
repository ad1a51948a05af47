import { assert, describe, it } from "@effect/vitest"
import { isSecretName, without } from "../src/Secrets.ts"

describe("a name", () => {
  it.each(
    [
      "key",
      "api_key",
      "apikey",
      "apiKey",
      "X-Api-Key",
      "access_token",
      "accessToken",
      "token",
      "auth",
      "x-auth",
    ].concat([
      "client_secret",
      "clientSecret",
      "secret_2",
      "password",
      "sig",
      "X-Signature",
      "credentials",
      "user_pwd",
      "session_cookie",
    ]),
  )("%s is that of a secret", (name) => assert.isTrue(isSecretName(name)))

  it.each(
    ["author", "authors", "authority", "keywords", "monkey", "max_tokens", "token_count", "keyboard", "passage"].concat(
      ["next_page_token", "pageToken", "sort_key", "design", "tokenizer", "key_points", "passenger"],
    ),
  )("%s isn't", (name) => assert.isFalse(isSecretName(name)))
})

describe("a text without secrets", () => {
  it("has none in JSON, in a URL, or in base64", () => {
    const secret = 'a"b/c d'
    const text = `${JSON.stringify(secret)} ?k=${encodeURIComponent(secret)} ${btoa(secret)} ${secret}`
    assert.strictEqual(without(text, [secret]), '"removed" ?k=removed removed removed')
  })
})
