/**
 * Exports spans to the collector at `otlp_endpoint`, by OTLP over HTTP. They go through {@link EndpointClient}, because
 * the operator sets the collector's address: the policy for pages' addresses doesn't apply to it.
 *
 * Only our own spans leave the process, each with its name, its times and the attributes of {@link exportedAttributes}.
 * Everything else is dropped here: libraries' spans of incoming requests, events, links, and the stack and message of a
 * failure. Our spans continue a caller's own trace.
 */
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import * as Layer from "effect/Layer"
import * as OtlpExporter from "effect/observability/OtlpExporter"
import * as OtlpSerialization from "effect/observability/OtlpSerialization"
import * as OtlpTracer from "effect/observability/OtlpTracer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Tracer from "effect/Tracer"
import { Settings, Trace, VERSION } from "@porthole/core"
import { EndpointClient } from "@porthole/provider-kit"

/** The attributes that leave the process. */
export const exportedAttributes: ReadonlySet<string> = new Set([...Trace.attributeNames, "effect.fiber.interrupted"])

/** How long the end of the process may wait for the last spans. */
const shutdownTimeout = Duration.seconds(2)

/** The collector's timeout. */
const deadline = Duration.seconds(10)

/** Exports the spans of every effect under it to a collector, by its base URL. Its end sends the remaining ones. */
export const layer = (endpoint: string): Layer.Layer<never, Settings.SettingsError, HttpClient.HttpClient> =>
  Layer.unwrap(
    Effect.map(variables, ({ headers, serviceName }) =>
      Layer.effect(
        Tracer.Tracer,
        Effect.map(
          OtlpTracer.make({
            url: HttpClientRequest.appendUrl(HttpClientRequest.get(endpoint), "/v1/traces").url,
            headers,
            resource: { serviceName, serviceVersion: VERSION },
            shutdownTimeout,
          }),
          ownSpansOnly,
        ),
      ),
    ),
  ).pipe(Layer.provide([OtlpExporter.layerFlusher, serialization, client]))

// --- private --------------------------------------------------------------------------

/** OpenTelemetry's own variables. */
const variables = Config.all({
  headers: Config.Record(Schema.String, Schema.StringFromUriComponent, "OTEL_EXPORTER_OTLP_HEADERS").pipe(
    Config.withDefault(undefined),
  ),
  serviceName: Config.String("OTEL_SERVICE_NAME").pipe(Config.withDefault("porthole")),
}).pipe(
  Effect.mapError(
    () =>
      new Settings.SettingsError({
        setting: "otlp_endpoint",
        expected: "OTEL_EXPORTER_OTLP_HEADERS as key=value pairs, separated by commas",
        source: "environment",
      }),
  ),
)

/** The exporter's HTTP client. It sends a request once, because the exporter itself retries. */
const client: Layer.Layer<HttpClient.HttpClient, never, HttpClient.HttpClient> = Layer.effect(
  HttpClient.HttpClient,
  Effect.map(HttpClient.HttpClient, (underlying) =>
    HttpClient.make((request) =>
      EndpointClient.execute(request, { deadline, once: true }).pipe(
        Effect.provideService(HttpClient.HttpClient, underlying),
        Effect.map(({ headers, status }) =>
          HttpClientResponse.fromWeb(
            request,
            new Response(null, { status, headers: { "retry-after": headers["retry-after"] ?? "" } }),
          ),
        ),
        Effect.mapError(
          (cause) =>
            new HttpClientError.HttpClientError({ reason: new HttpClientError.TransportError({ request, cause }) }),
        ),
      ),
    ),
  ),
)

/**
 * Drops spans of libraries. The parent of an exported span is then its nearest ancestor that isn't dropped: another
 * exported span, or a span of the caller's own trace.
 */
const ownSpansOnly = (exporting: Tracer.Tracer): Tracer.Tracer =>
  Tracer.make({
    span: (options) =>
      Context.get(options.annotations, Trace.IsOwnSpan)
        ? exporting.span({ ...options, parent: exportedParent(options.parent) })
        : new Tracer.NativeSpan(options),
  })

const exportedParent = (parent: Option.Option<Tracer.AnySpan>): Option.Option<Tracer.AnySpan> =>
  Option.flatMap(parent, (span) => (span instanceof Tracer.NativeSpan ? exportedParent(span.parent) : parent))

/** The part of the data that leaves the process. */
const exportedPart = ({ resourceSpans }: OtlpTracer.TraceData): OtlpTracer.TraceData => ({
  resourceSpans: resourceSpans.map(({ resource, scopeSpans }) => ({
    resource,
    scopeSpans: scopeSpans.map(({ scope, spans }) => ({
      scope,
      spans: spans.map(({ attributes, status, ...span }) => ({
        ...span,
        attributes: attributes.filter(({ key }) => exportedAttributes.has(key)),
        events: [],
        links: [],
        status: { code: status.code },
      })),
    })),
  })),
})

const serialization = Layer.effect(
  OtlpSerialization.OtlpSerialization,
  Effect.map(OtlpSerialization.OtlpSerialization, (json) => ({
    ...json,
    traces: (data: OtlpTracer.TraceData) => json.traces(exportedPart(data)),
  })),
).pipe(Layer.provide(OtlpSerialization.layerJson))
