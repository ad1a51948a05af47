/** Whether the scripts of a page run before it is read: by the setting `render`, which a call overrides for itself. */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Arguments from "../domain/call/Arguments.ts"
import type { FetchRequest } from "../domain/page/FetchRequest.ts"
import { Settings, type SettingsShape } from "../domain/settings/Settings.ts"
import type { WebError } from "../domain/WebError.ts"
import { Renderer } from "../ports/Renderer.ts"

/**
 * The value of the setting for this call. A call that requests a rendering fails with `invalid_request` where none is
 * possible, with the operator's sentence about what is missing; the setting alone doesn't fail a call.
 */
export const renderingOf = Effect.fnUntraced(function* ({
  render,
}: Pick<FetchRequest, "render">): Effect.fn.Return<SettingsShape["render"], WebError> {
  const settings = yield* Settings
  if (render === undefined) return settings.render
  if (!render) return "off"
  const renderer = yield* Effect.serviceOption(Renderer)
  if (Option.isNone(renderer)) return yield* refuse("This program has no browser for it.")
  const state = yield* renderer.value.state
  if (!state.isReady) return yield* refuse(state.missing)
  return settings.render === "off" ? yield* refuse("The setting render is off.") : "always"
})

// --- private --------------------------------------------------------------------------

const refuse = (missing: string): Effect.Effect<never, WebError> =>
  Effect.fail(Arguments.invalid("render", `Pages aren't rendered here. ${missing} Call without render.`))
