/** Fetches every fault and prints the outcomes as a table: `node packages/test-net/bin/faults-table.ts [seconds]`. */
import { Faults, Network } from "../src/index.ts"
import { packedProgram, setup, teardown } from "../../cli/test/support/packed.ts"
import type { Report } from "../test/programs/faults.ts"

const seconds = Number(process.argv[2] ?? 2)
setup()
const { exit, rows } = await Network.run<Report>(packedProgram("faults"), {
  fetchTimeout: `${seconds} s`,
})
teardown()

const shown = (answer: Readonly<Record<string, unknown>>): string =>
  answer["error"] === undefined
    ? `a page${answer["warning"] === undefined ? "" : ` (${String(answer["warning"])})`}`
    : [answer["error"], answer["reason"] ?? answer["status_code"]].filter((part) => part !== undefined).join(" / ")

const isExpected = (name: string, answer: Readonly<Record<string, unknown>>): boolean => {
  const expected = Faults.all.find((fault) => fault.name === name)?.expected ?? {}
  return Object.entries(expected).every(([key, value]) => answer[key] === value)
}

const lines = rows.map(
  ({ answer, cpu, left, memory, ms, name, open, sent }) =>
    `| ${name} | ${shown(answer)}${isExpected(name, answer) ? "" : " (UNEXPECTED)"} | ${ms} | ${seconds * 1_000} | ` +
    `${cpu} | ${memory} | ${Math.round(sent / 1_024)} | ${left + open} |`,
)
process.stdout.write(
  [
    "| fault | answer | ms | deadline | processor ms | MiB | KiB sent | sockets left |",
    "| --- | --- | --: | --: | --: | --: | --: | --: |",
    ...lines,
    "",
  ].join("\n"),
)
process.stdout.write(
  `\n${rows.length} faults; the process ended ${exit.ms} ms after its last one, code ${exit.code}.\n`,
)
const isGood = rows.every(
  ({ alive, answer, left, name, open }) => isExpected(name, answer) && left + open + alive.length === 0,
)
process.exitCode = isGood && exit.code === 0 ? 0 : 1
