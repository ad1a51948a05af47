/**
 * Corrects two answers of the library: it answers an invalid message with a JSON-RPC error and 200, but the transport
 * requires an HTTP error status (MCP 2025-11-25, "Sending Messages to the Server"), and it announces capabilities that
 * the server doesn't have.
 */
import * as Effect from "effect/Effect"
import * as HttpBody from "effect/http/HttpBody"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { McpTools } from "@porthole/tools"

/** Corrects the answers of the routes to which it is provided. */
export const layer = HttpRouter.middleware((route) =>
  Effect.map(route, (response) => {
    if (response.status !== 200) return response
    const text = textOf(response)
    if (text === undefined) return response
    if (Option.isSome(decode(text))) return HttpServerResponse.setStatus(response, 400)
    const corrected = McpTools.withCorrectCapabilities(text)
    return corrected === text
      ? response
      : HttpServerResponse.setBody(response, HttpBody.text(corrected, "application/json"))
  }),
).layer

// --- private --------------------------------------------------------------------------

/** JSON-RPC 2.0, section 5.1: a parse error, and an invalid request. */
const Malformed = Schema.fromJsonString(
  Schema.Struct({ error: Schema.Struct({ code: Schema.Literals([-32_700, -32_600]) }) }),
)

const decode = Schema.decodeUnknownOption(Malformed)

/** The text of a short body. */
const textOf = ({ body }: HttpServerResponse.HttpServerResponse): string | undefined =>
  body._tag === "Uint8Array" && body.body.length < maxBytes ? new TextDecoder().decode(body.body) : undefined

/** An error or an announcement is shorter. */
const maxBytes = 8_192
