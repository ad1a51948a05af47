/** Runs `porthole keys`. */
import { Credentials } from "@porthole/stores"
import { Node } from "@porthole/tools"
import type { ProviderName } from "@porthole/tools/providers"
import * as Prompt from "effect/cli/Prompt"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Stdio from "effect/Stdio"
import * as Stream from "effect/Stream"
import * as Json from "../../Json.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import { withSettings } from "../../withSettings.ts"

/** The tenant that owns the keys; `default` if absent. */
export interface TenantOptions {
  readonly tenant?: string
}

/** A tenant's key for one provider. */
export interface KeyOptions extends TenantOptions {
  readonly provider: ProviderName.ProviderName
}

/** Stores the first line of stdin; a terminal doesn't echo it. */
export const set = ({
  provider,
  tenant = Credentials.defaultTenant,
}: KeyOptions): Run<Stdio.Stdio | Prompt.Environment> =>
  withStoredKeys((keys) =>
    Effect.gen(function* () {
      const output = yield* Output
      const key = output.isInteractive ? yield* readHidden(provider) : yield* readFirstLine
      if (!/^[\x21-\x7e]{1,4096}$/.test(key)) {
        return yield* Quit.withMessage(Quit.codes.usage, "Expected a key on stdin: one line, without spaces.")
      }
      yield* keys.set(tenant, provider, Redacted.make(key))
      yield* output.err(`porthole: Stored the key for ${provider}${ofTenant(tenant)}.\n`)
    }),
  )

/** Lists the providers whose keys are stored. */
export const list = ({ json, tenant = Credentials.defaultTenant }: TenantOptions & { readonly json: boolean }): Run =>
  withStoredKeys((keys) =>
    Effect.gen(function* () {
      const output = yield* Output
      const providers = yield* keys.list(tenant)
      yield* output.out(json ? Json.line({ tenant, providers }) : providers.map((name) => `${name}\n`).join(""))
      if (!json && providers.length === 0) yield* output.err(`porthole: No keys are stored${ofTenant(tenant)}.\n`)
    }),
  )

/** Removes a key. */
export const remove = ({ provider, tenant = Credentials.defaultTenant }: KeyOptions): Run =>
  withStoredKeys((keys) =>
    Effect.gen(function* () {
      const output = yield* Output
      if (!(yield* keys.remove(tenant, provider))) {
        return yield* Quit.withMessage(Quit.codes.failed, `No key for ${provider} is stored${ofTenant(tenant)}.`)
      }
      yield* output.err(`porthole: Removed the key for ${provider}${ofTenant(tenant)}.\n`)
    }),
  )

// --- private --------------------------------------------------------------------------

type Run<R = never> = Effect.Effect<void, Quit.Quit | OutputClosed, Output | R>

const withStoredKeys = <R>(
  use: (
    keys: Credentials.StoredKeys,
  ) => Effect.Effect<void, Credentials.CredentialsError | Quit.Quit | OutputClosed, Output | R>,
): Run<R> =>
  withSettings({}, () =>
    Effect.scoped(Effect.flatMap(Node.storedKeys, use)).pipe(
      Effect.catchTag("CredentialsError", ({ message }) => Quit.withMessage(Quit.codes.failed, message)),
    ),
  )

const ofTenant = (tenant: string): string => (tenant === Credentials.defaultTenant ? "" : ` of the tenant ${tenant}`)

const readHidden = (provider: string): Effect.Effect<string, Quit.Quit, Prompt.Environment> =>
  Prompt.run(Prompt.Hidden({ message: `The key of ${provider}` })).pipe(
    Effect.map((key) => Redacted.value(key).trim()),
    Effect.catchTag("QuitError", () => Effect.fail(new Quit.Quit({ code: 130 }))),
  )

/** How much of stdin is read while no line has ended, in characters. */
const maxInputLength = 8_192

const readFirstLine: Effect.Effect<string, Quit.Quit, Output | Stdio.Stdio> = Effect.flatMap(Stdio.Stdio, ({ stdin }) =>
  stdin.pipe(
    Stream.decodeText,
    Stream.scan(
      () => "",
      (all, text) => all + text,
    ),
    Stream.takeUntil((all) => all.includes("\n") || all.length > maxInputLength),
    Stream.runFold(
      () => "",
      (_, all) => all,
    ),
    Effect.map((all) => all.split("\n")[0]?.trim() ?? ""),
    Effect.catchTag("PlatformError", () => Quit.withMessage(Quit.codes.failed, "stdin can't be read.")),
  ),
)
