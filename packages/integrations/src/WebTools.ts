/** The part of the Promise facade that every adapter uses, and how it advertises tools. */
import { Definitions, type PromiseTools } from "@porthole/tools"

/** The result of `createWebTools`; an adapter runs its tools by name. */
export type WebTools = Pick<PromiseTools, "call" | "definitions">

/** How to advertise tools. */
export interface Options {
  /**
   * Whether to use the schemas of OpenAI's strict mode: every parameter is required, and `null` if absent. They cost a
   * fifth more tokens, and each call names every parameter. Default: `false`.
   */
  readonly strict?: boolean | undefined
}

/** The tools to advertise. */
export const advertised = (web: WebTools, options: Options): PromiseTools["definitions"] =>
  options.strict === true ? web.definitions.map(Definitions.toStrict) : web.definitions
