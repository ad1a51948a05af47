/**
 * The JSON Schema by which a tool advertises its parameters, made from the kernel's own schema: one flat object of
 * described properties, without `$ref`, valid in draft 7 and draft 2020-12.
 *
 * It only advertises. The kernel validates arguments: it clamps numbers into the schema's ranges and answers invalid
 * ones with `invalid_request`.
 */
import type * as JsonSchema from "effect/JsonSchema"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

/** A tool's parameters as plain JSON Schema. Its list has a mutable type, because SDKs require it. */
export type InputSchema = {
  readonly type: "object"
  readonly properties: Readonly<Record<string, JsonSchema.JsonSchema>>
  readonly required: Array<string>
}

/**
 * The same in OpenAI's strict mode: every parameter is required, an optional one accepts `null`, and there are no
 * others.
 */
export type StrictInputSchema = InputSchema & { readonly additionalProperties: false }

/**
 * The schema of a struct's parameters, or of the `advertised` ones; the others are accepted too. Each
 * advertised parameter costs every conversation some tokens.
 */
export const make = (parameters: Schema.Constraint, advertised?: ReadonlyArray<string>): InputSchema => {
  // The decoded side, because it has the descriptions; a parameter's two sides have the same shape.
  const { properties, required } = inlined(Schema.toType(parameters))
  return {
    type: "object",
    properties: Object.fromEntries(
      Object.entries(Predicate.isObject(properties) ? properties : {}).flatMap(([name, property]) =>
        advertised === undefined || advertised.includes(name) ? [[name, toProperty(property)]] : [],
      ),
    ),
    required: Array.isArray(required) ? required.filter(Predicate.isString) : [],
  }
}

/**
 * The strict form of a schema that {@link make} made. It costs a model more tokens, also in each call. `null` counts as
 * absent.
 *
 * Source: OpenAI, "Structured model outputs", supported schemas.
 */
export const toStrict = ({ properties, required }: InputSchema): StrictInputSchema => ({
  type: "object",
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [
      name,
      required.includes(name) ? property : toNullable(property),
    ]),
  ),
  required: Object.keys(properties),
  additionalProperties: false,
})

/** Any schema as one JSON Schema, without `$ref`. */
export const inlined = (schema: Schema.Constraint): JsonSchema.JsonSchema =>
  Schema.toJsonSchemaDocument(schema, { referencePolicy: () => undefined }).schema

// --- private --------------------------------------------------------------------------

/**
 * Moves `allOf` parts from Effect (a key's description) into the property itself. Bounds of length are removed: they
 * are generous, the kernel checks them, and each model would read them.
 */
const toProperty = (property: unknown): JsonSchema.JsonSchema => {
  if (!Predicate.isObject(property)) return {}
  const { allOf, ...own } = property
  const folded = Object.assign(own, ...(Array.isArray(allOf) ? allOf : []))
  return Struct.omit(folded, ["minLength", "maxLength", "maxItems"])
}

const toNullable = (property: JsonSchema.JsonSchema): JsonSchema.JsonSchema => ({
  ...property,
  type: [property["type"], "null"],
  ...(Array.isArray(property["enum"]) ? { enum: [...property["enum"], null] } : {}),
})
