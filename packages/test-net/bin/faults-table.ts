/**
 * `node packages/test-net/bin/faults-table.ts [seconds]`: fetches every fault under a deadline, and prints the
 * outcomes, which are docs/evidence/faults.md.
 */
import { availableParallelism, loadavg } from "node:os"
import { Faults, Network } from "../src/index.ts"
import { packedProgram, setup } from "../../cli/test/support/packed.ts"
import type { Report } from "../test/programs/faults.ts"

const seconds = Number(process.argv[2] ?? 2)
setup()
const { exit, rows } = await Network.run<Report>(packedProgram("faults"), {
  fetchTimeout: `${seconds} s`,
})

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

const page = `<!-- Made by \`node packages/test-net/bin/faults-table.ts\`: it prints this page. -->

# The faults of a site

This page lists the answers to ${rows.length} faults of a hostile or broken site. A
[test](../../packages/test-net/test/faults.long.test.ts) runs the real layers against each of them and checks each
answer. None is reported as a bug, none leaves a socket open after the tools are disposed, and none keeps the process
running: it ended ${exit.ms} ms after the last answer. If a site's answer is complete, however odd, the result is the
page.

The sites listen on bare sockets in the network of the tests ([\`faults\`](../../packages/test-net/src/faults)). The
client is the real stack in a process of its own: processor time and resident memory are the client's. "KiB sent" counts
the bytes that the site passed to its operating system. The last column counts the sockets that either side had open a
second after the answer. Made on ${new Date().toISOString().slice(0, 10)}, on ${availableParallelism()} processors with
a load of ${Math.round(loadavg()[0] ?? 0)}.
`

const isGood = rows.every(
  ({ alive, answer, left, name, open }) => isExpected(name, answer) && left + open + alive.length === 0,
)
// The page's sentences hold only if every row is as expected.
process[isGood ? "stdout" : "stderr"].write(
  [
    page,
    "| fault | answer | ms | deadline | processor ms | MiB | KiB sent | sockets left |",
    "| --- | --- | --: | --: | --: | --: | --: | --: |",
    ...lines,
    "",
  ].join("\n"),
)
process.exitCode = isGood && exit.codes.every((code) => code === 0) ? 0 : 1
