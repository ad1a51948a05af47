/** A small Internet for all test files of a worker: visits by the real layers, and runs of the command. */
import { Network, World } from "../../src/index.ts"
import * as Commands from "../by-command.ts"
import * as Visits from "../by-layers.ts"

/** One of them. */
export interface Request {
  readonly visits?: Visits.Input
  readonly commands?: Commands.Input
}

const world = await World.start()
const visit = Visits.make(world)
const run = Commands.make(world)

Network.serve(async ({ commands, visits }: Request) => {
  if (visits !== undefined) return await visit(visits)
  return commands === undefined ? [] : await run(commands)
})
