/** Visits each URL of the input by the real command, one process for each. */
import { execFile } from "node:child_process"
import { text } from "node:stream/consumers"
import { World } from "../../src/index.ts"
import { type Visit, watch } from "./Visit.ts"
import { packed } from "../../../cli/test/support/packed.ts"

interface Input {
  readonly urls: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly flags?: ReadonlyArray<string>
}

const { env, flags = [], urls }: Input = JSON.parse(await text(process.stdin))
const world = await World.start()

const fetch = (url: string) =>
  new Promise<Pick<Visit, "answer" | "code">>((done) => {
    const child = execFile(
      process.execPath,
      [packed, "fetch", "--json", ...flags, url],
      { env: { ...process.env, NODE_EXTRA_CA_CERTS: world.authority, ...env }, timeout: 300_000 },
      (_error, stdout) => done({ code: child.exitCode, answer: JSON.parse(stdout) }),
    )
  })

const visits: Array<Visit> = []
for (const url of urls) visits.push(await watch(world, url, () => fetch(url)))
process.stdout.write(JSON.stringify(visits), () => process.exit(0))
