/** The commands of `porthole` that sentences of advice name. */
import { OperatorCommands } from "@porthole/tools"
import * as Layer from "effect/Layer"

/** Provides them to everything that runs. */
export const layer: Layer.Layer<never> = Layer.succeed(OperatorCommands, {
  diagnose: "porthole doctor",
  storeKey: (provider) => `porthole keys set ${provider}`,
})
