/** The key as most providers want it: `Authorization: Bearer`, and no such header where there is no key. */
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type { Place } from "./Identity.ts"

/** Signs a request with the key of a place, if it has one. */
export const bearer =
  ({ key }: Pick<Place, "key">) =>
  (request: HttpClientRequest.HttpClientRequest): HttpClientRequest.HttpClientRequest =>
    key === undefined ? request : HttpClientRequest.bearerToken(request, key)
