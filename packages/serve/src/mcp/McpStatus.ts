/**
 * An HTTP error for an invalid message: the library answers it with a JSON-RPC error and 200, but the transport
 * requires an HTTP error status (MCP 2025-11-25, "Sending Messages to the Server").
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

/** Corrects the status in the answers of the routes to which it is provided. */
export const layer = HttpRouter.middleware((route) =>
  Effect.map(route, (response) =>
    response.status === 200 && isMalformed(response) ? HttpServerResponse.setStatus(response, 400) : response,
  ),
).layer

// --- private --------------------------------------------------------------------------

/** JSON-RPC 2.0, section 5.1: a parse error, and an invalid request. */
const Malformed = Schema.fromJsonString(
  Schema.Struct({ error: Schema.Struct({ code: Schema.Literals([-32_700, -32_600]) }) }),
)

const decode = Schema.decodeUnknownOption(Malformed)

const isMalformed = ({ body }: HttpServerResponse.HttpServerResponse): boolean =>
  body._tag === "Uint8Array" && body.body.length < 1_024 && Option.isSome(decode(new TextDecoder().decode(body.body)))
