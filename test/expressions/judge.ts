/**
 * Judges the regular expressions on standard input, a list as JSON, by recheck, and prints a verdict a line. recheck
 * measures itself in steps: without timeouts its verdict doesn't depend on the machine's load.
 */
import { text } from "node:stream/consumers"
import { check } from "recheck"

const expressions: ReadonlyArray<{ readonly source: string; readonly flags: string }> = JSON.parse(
  await text(process.stdin),
)

/** Without a quantifier that has no maximum, the automaton of an expression decides at once. */
const isBounded = (source: string): boolean =>
  !/[*+]|\{\d+,\}/.test(source.replace(/\\[^]|\[(?:\\[^]|[^\]\\])*\]/g, ""))

for (const { flags, source } of expressions) {
  const checker = isBounded(source) && !/\(\?<?[=!]/.test(source) ? "automaton" : "auto"
  const { status, ...verdict } = await check(source, flags, {
    checker,
    randomSeed: 0,
    timeout: null,
    attackTimeout: null,
    incubationTimeout: null,
  })
  const attack = "attack" in verdict ? verdict.attack.pattern : undefined
  const reason = "error" in verdict ? verdict.error.kind : verdict.complexity.summary
  process.stdout.write(`${JSON.stringify({ source, flags, status, reason, attack })}\n`)
}
process.exit()
