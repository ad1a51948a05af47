/** Runs `porthole map`. */
import { KnownUrls, type SiteMap, type SiteScope } from "@porthole/core"
import { Node, ToolCalls } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Answer from "../../Answer.ts"
import type { Output, OutputClosed } from "../../Output.ts"
import type * as Quit from "../../Quit.ts"
import type * as Settings from "../../settings.ts"
import * as MapView from "../../view/MapView.ts"
import { withSettings } from "../../withSettings.ts"

/** A map from the command line. */
export interface MapOptions {
  readonly input: SiteMap.MapRequestInput
  readonly scope: SiteScope.ScopeOptions
  readonly settings: Settings.Input
  readonly json: boolean
  readonly tenant?: string
}

/** Prints the pages of a site; none is a failure for scripts. */
export const mapSite = ({
  input,
  json,
  scope,
  settings,
  tenant,
}: MapOptions): Effect.Effect<void, Quit.Quit | OutputClosed, Output> =>
  withSettings(
    settings,
    () =>
      Answer.give({
        json,
        activity: "Mapping",
        make: Effect.andThen(
          Effect.flatMap(KnownUrls.KnownUrls, (known) => known.add([input.url], "user")),
          ToolCalls.mapWith(scope)(input),
        ).pipe(Effect.provide(Node.layer())),
        view: MapView.of,
        isEmpty: ({ count }) => count === 0,
      }),
    tenant,
  )
