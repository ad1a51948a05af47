/**
 * `pnpm oracle [count] [seed]`: compares the URL, address and redirect policy with an independent oracle in random and
 * structured cases, by default 1,000,000. Exits with 1 when the policy admits a case that the oracle refuses.
 */
import { Random } from "../src/index.ts"
import { Disagreements } from "../src/fuzz/index.ts"

const count = Number(process.argv[2] ?? 1_000_000)
const seed = Number(process.argv[3] ?? Random.freshSeed())
// clock: printed, never judged
const began = performance.now()
const { admitted, cases, refused, safe, unsafe } = Disagreements.compare(count, seed)
const seconds = ((performance.now() - began) / 1_000).toFixed(1)
const counted = (of: Readonly<Record<string, number>>): string =>
  Object.entries(of)
    .map(([what, times]) => `${times} ${what}`)
    .join(", ")
process.stdout.write(
  [
    `seed ${seed}: ${count} cases in ${seconds} s (${counted(cases)})`,
    `${admitted} admitted, ${refused} refused`,
    `${unsafe.length} disagreements in the unsafe direction`,
    `refused though the registries leave it public: ${counted(safe) || "none"}`,
    ...unsafe.slice(0, 20).map((what) => `UNSAFE ${what}`),
    "",
  ].join("\n"),
)
process.exitCode = unsafe.length === 0 ? 0 : 1
