/** The checks whether providers are configured, which run beside a call. */
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Scope from "effect/Scope"
import { WebError } from "@porthole/core"
import { tryLater } from "../provider/OperatorCommands.ts"
import type { ProviderOutcome, Unanswered } from "./ProviderOutcome.ts"
import type { ReadyProvider } from "./ChainProvider.ts"

/** A provider, and the check whether it is configured, which runs or has ended. */
export interface CheckedProvider<A, B> extends ReadyProvider<A, B> {
  readonly check: Fiber.Fiber<boolean>
}

/** The outcome of a provider that isn't configured and so isn't called. */
export const unconfigured = Effect.fnUntraced(function* ({
  provider,
  setUpHint,
}: Pick<ReadyProvider<never, unknown>, "provider" | "setUpHint">): Effect.fn.Return<ProviderOutcome<never>> {
  const missing = `The provider ${provider} isn't configured.`
  const message = setUpHint === undefined ? missing : `${missing} ${yield* setUpHint}`
  return { outcome: "unconfigured", provider, error: WebError.unavailable(provider, "not_configured", message) }
})

/** The longest time to wait for all checks before the first call, in ms. */
export const checkPatience = 1_000

/** The largest share of the call's remaining time for that. */
export const checkShare = 1 / 4

/**
 * Starts the checks of all providers, which end with the scope, and waits for them for a while; `time` is the call's
 * remaining time in ms.
 */
export const checkAll = Effect.fnUntraced(function* <A, B>(
  providers: ReadonlyArray<ReadyProvider<A, B>>,
  time: number,
): Effect.fn.Return<ReadonlyArray<CheckedProvider<A, B>>, never, Scope.Scope> {
  const checked = yield* Effect.forEach(providers, (provider) =>
    Effect.map(Effect.forkScoped(provider.isConfigured, { startImmediately: true }), (check) => ({
      ...provider,
      check,
    })),
  )
  yield* Effect.timeoutOption(
    Fiber.awaitAll(checked.map(({ check }) => check)),
    Math.max(0, Math.min(checkPatience, time * checkShare)),
  )
  return checked
})

/** Whether a provider is configured, or its check isn't done. */
export const mayBeConfigured = ({ check }: Pick<CheckedProvider<never, unknown>, "check">): boolean => {
  const exit = check.pollUnsafe()
  return exit === undefined || Exit.isFailure(exit) || exit.value
}

/**
 * The outcome of a provider whose check wasn't done in time. It isn't `unconfigured`, so no public provider replaces
 * it, and it isn't an outage, because it wasn't called.
 */
export const unchecked = (provider: string): Effect.Effect<Unanswered> =>
  Effect.map(tryLater, (advice) => {
    const message = `The key of the provider ${provider} couldn't be looked up in time. ${advice}`
    return { outcome: "skipped", provider, error: WebError.unavailable(provider, "not_configured", message) }
  })
