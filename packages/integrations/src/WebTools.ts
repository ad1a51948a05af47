/** The part of the Promise facade that every adapter stands on, and the form in which its tools are advertised. */
import { Definitions, type PromiseTools } from "@porthole/tools"

/** What `createWebTools` returns; an adapter runs its tools by name. */
export type WebTools = Pick<PromiseTools, "call" | "definitions">

/** How tools are advertised. */
export interface Options {
  /**
   * Whether the schemas are those of OpenAI's strict mode: every parameter is required, and `null` where it may be
   * absent. They cost a fifth more tokens, and each call names every parameter. Default: `false`.
   */
  readonly strict?: boolean | undefined
}

/** The tools to advertise. */
export const advertised = (web: WebTools, options: Options): PromiseTools["definitions"] =>
  options.strict === true ? web.definitions.map(Definitions.toStrict) : web.definitions
