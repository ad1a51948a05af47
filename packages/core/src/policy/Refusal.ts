/**
 * A policy's refusal, for the operator: the rule, its source, and the URL, host and addresses in question.
 *
 * It is the cause of the {@link WebError}, which no model sees; {@link of} reads it. It is only made when something is
 * refused.
 */
import { causeOf, type WebError } from "../domain/WebError.ts"
import { textForLog, urlForLog } from "./LogText.ts"

/** The rules: a closed list; releases add rules and rename none. */
export const rules = [
  "shape",
  "length",
  "scheme",
  "credentials",
  "control_character",
  "host",
  "literal",
  "name",
  "domain",
  "site",
  "unseen",
  "port",
  "address",
  "downgrade",
  "loop",
  "redirect_limit",
  "redirect_refused",
] as const
export type Rule = (typeof rules)[number]

/** The refused input. `url`, `host` and addresses may be as the model, a site or a name server wrote them. */
export interface RefusedInput {
  readonly rule: Rule
  /** The document, registry entry or setting behind the rule, as text. */
  readonly source: string
  readonly url: string
  /** The host as the policy read it, without brackets; absent if the URL has no readable host. */
  readonly host?: string
  /** The refused address. */
  readonly address?: string
  /** Every address of the host's name, including the refused one. */
  readonly answers?: ReadonlyArray<string>
  /** The URL that redirected here; absent for the caller's own URL. */
  readonly from?: string
  /** The setting that helps, in a sentence, if one does. */
  readonly advice?: string
}

/** A {@link RefusedInput} made safe for a log: no credentials, no control characters, bounded length. */
export class Refusal implements RefusedInput {
  readonly rule: Rule
  readonly source: string
  readonly url: string
  declare readonly host?: string
  declare readonly address?: string
  declare readonly answers?: ReadonlyArray<string>
  declare readonly from?: string
  declare readonly advice?: string

  constructor(input: RefusedInput) {
    this.rule = input.rule
    this.source = input.source
    this.url = urlForLog(input.url)
    if (input.host !== undefined) this.host = textForLog(input.host)
    if (input.address !== undefined) this.address = textForLog(input.address)
    if (input.answers !== undefined) this.answers = input.answers.slice(0, maxAnswers).map(textForLog)
    if (input.from !== undefined) this.from = urlForLog(input.from)
    if (input.advice !== undefined) this.advice = input.advice
    Object.freeze(this)
  }

  /** The same refusal on a later hop, to which `from` redirected. */
  cameFrom(from: string): Refusal {
    return new Refusal({ ...this, from })
  }
}

/** The refusal behind an error; `undefined` if none of our policies made it. */
export const of = (error: WebError): Refusal | undefined => {
  const cause = causeOf(error)
  return cause instanceof Refusal ? cause : undefined
}

// --- private --------------------------------------------------------------------------

const maxAnswers = 256
