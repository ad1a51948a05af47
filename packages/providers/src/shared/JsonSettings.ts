/** What the search and the page reader of an operator's own API share: how they read settings and send requests. */
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import type { WebError } from "@porthole/core"
import * as Provider from "@porthole/provider-kit"

/** How to send a request. */
export interface Sending {
  readonly method: "GET" | "POST"
  readonly keyHeader: string
}

/** The texts that a setting may have. */
export interface Form {
  readonly isUsable: (text: string) => boolean
  readonly expected: string
}

/** The name of a parameter. */
export const parameter: Form = {
  isUsable: (text) => /^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/.test(text),
  expected: "the name of a parameter",
}

/** The path of a value. */
export const path: Form = {
  isUsable: (text) => text.length <= 200 && /^[^.\s]+(?:\.[^.\s]+)*$/.test(text),
  expected: "keys separated by dots, such as web.results",
}

/** Makes the function that reads a setting from a program's option, else from its variable. */
export const settingsOf = (identity: Provider.Identity) =>
  Effect.fnUntraced(function* (
    variable: string,
    option: string | undefined,
    { expected, isUsable }: Form,
  ): Effect.fn.Return<string | undefined, WebError.WebError> {
    const trimmed = option?.trim() ?? ""
    const text = trimmed === "" ? yield* Provider.readVariable(identity, variable) : trimmed
    if (text === "") return undefined
    return isUsable(text)
      ? text
      : yield* Effect.fail(Provider.notConfigured(identity, `${variable} can't be used: expected ${expected}.`))
  })

/** Reads how to send a request, from the options and the variables with this prefix. */
export const readSending = Effect.fnUntraced(function* (
  identity: Provider.Identity,
  prefix: string,
  options: { readonly method?: string | undefined; readonly keyHeader?: string | undefined },
): Effect.fn.Return<Sending, WebError.WebError> {
  const setting = settingsOf(identity)
  const method = yield* setting(`${prefix}_METHOD`, options.method, methodName)
  const keyHeader = yield* setting(`${prefix}_KEY_HEADER`, options.keyHeader, header)
  return { method: method?.toUpperCase() === "POST" ? "POST" : "GET", keyHeader: keyHeader ?? "Authorization" }
})

/** The request with these parameters: in the URL, beside those of the address, or as a body of JSON. */
export const requestOf = (
  { keyHeader, method }: Sending,
  endpoint: Provider.Endpoint,
  parameters: Readonly<Record<string, string | number | undefined>>,
): HttpClientRequest.HttpClientRequest => {
  const request =
    method === "GET"
      ? HttpClientRequest.setUrlParams(HttpClientRequest.get(endpoint.fullUrl.href), parameters)
      : HttpClientRequest.bodyJsonUnsafe(HttpClientRequest.post(endpoint.fullUrl.href), parameters)
  if (endpoint.key === undefined) return request
  return keyHeader.toLowerCase() === "authorization"
    ? Provider.bearer(endpoint)(request)
    : HttpClientRequest.setHeader(request, keyHeader, Redacted.value(endpoint.key))
}

/** The first of these paths that leads to a text. */
export const firstText = (value: unknown, paths: ReadonlyArray<string>): string | undefined =>
  paths.map((path) => Provider.Json.text(value, path)).find((text) => text !== undefined)

// --- private --------------------------------------------------------------------------

const methodName: Form = { isUsable: (text) => /^(?:GET|POST)$/i.test(text), expected: "GET or POST" }

const header: Form = {
  isUsable: (text) => /^[A-Za-z][A-Za-z0-9-]{0,63}$/.test(text) && !reservedHeaders.test(text),
  expected: "the name of a header",
}

/** Headers that have another meaning in a request, so that they can't hold a key. */
const reservedHeaders = new RegExp(
  "^(?:host|connection|keep-alive|upgrade|te|trailer|transfer-encoding|expect|date|via|cookie2?|user-agent|origin" +
    "|referer|(?:accept|content|proxy|sec)(?:-.*)?)$",
  "i",
)
