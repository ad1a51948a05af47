/** Runs `porthole tokens`. */
import type { AccessTokens } from "@porthole/stores"
import { Token } from "@porthole/serve"
import { Operator } from "@porthole/tools"
import * as Effect from "effect/Effect"
import * as Json from "../../Json.ts"
import { Output, type OutputClosed } from "../../Output.ts"
import * as Quit from "../../Quit.ts"
import { withSettings } from "../../withSettings.ts"

/** The tokens to act on: all of a tenant, or one. */
export interface TokenSelection {
  readonly tenant: string
  readonly id?: string
}

/** Makes a token, and prints only the token on stdout. */
export const add = (tenant: string): Run =>
  withTokens((tokens) =>
    Effect.gen(function* () {
      const { err, out } = yield* Output
      const { stored, token } = yield* Token.make(tenant)
      yield* tokens.add(stored)
      yield* out(`${token}\n`)
      yield* err(`porthole: this is the token of ${tenant}; it can't be shown again.\n`)
      yield* err("porthole: servers now need a token from every client, also on this machine.\n")
    }),
  )

/** Lists the tokens. */
export const list = (json: boolean): Run =>
  withTokens((tokens) =>
    Effect.gen(function* () {
      const { err, out } = yield* Output
      const listed = (yield* tokens.list).map((token) => ({
        tenant: token.tenant,
        id: Token.idOf(token),
        added: token.added,
      }))
      yield* out(
        json
          ? Json.line({ tokens: listed })
          : listed.map(({ added, id, tenant }) => `${tenant}  ${id}  ${added}\n`).join(""),
      )
      if (!json && listed.length === 0) yield* err("porthole: there are no tokens.\n")
    }),
  )

/** Removes tokens. */
export const remove = ({ id, tenant }: TokenSelection): Run =>
  withTokens((tokens) =>
    Effect.gen(function* () {
      const { err } = yield* Output
      const listed = yield* tokens.list
      const meant = listed.filter((token) => token.tenant === tenant && (id === undefined || Token.idOf(token) === id))
      if (meant.length === 0)
        return yield* Quit.withMessage(
          Quit.codes.failed,
          `${tenant} has no such token. \`porthole tokens list\` shows all.`,
        )
      yield* Effect.forEach(meant, ({ hash }) => tokens.remove(hash))
      yield* err(`porthole: ${meant.length === 1 ? "a token" : `${meant.length} tokens`} of ${tenant} removed.\n`)
      if (meant.length === listed.length) {
        yield* err("porthole: no token is left; a server that starts on loopback now needs none.\n")
      }
    }),
  )

// --- private --------------------------------------------------------------------------

type Run = Effect.Effect<void, Quit.Quit | OutputClosed, Output>

const withTokens = (
  use: (
    tokens: AccessTokens.AccessTokensShape,
  ) => Effect.Effect<void, AccessTokens.AccessTokensError | Quit.Quit | OutputClosed, Output>,
): Run =>
  withSettings({}, () =>
    Effect.scoped(Effect.flatMap(Operator.storedTokens, use)).pipe(
      Effect.catchTag("AccessTokensError", ({ message }) => Quit.withMessage(Quit.codes.failed, message)),
    ),
  )
