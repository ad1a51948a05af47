/** What one visit of a URL came to, on both sides. */
import type { World } from "../../src/index.ts"

export interface Visit {
  readonly url: string
  readonly code: number | string | null
  readonly answer: Readonly<Record<string, unknown>>
  readonly intruders: ReadonlyArray<string>
  readonly asked: ReadonlyArray<string>
  readonly seen: ReadonlyArray<World.Seen>
}

/** Runs `visit` and notes what happened in the world meanwhile. */
export const watch = async (
  world: World.World,
  url: string,
  visit: () => Promise<Pick<Visit, "answer" | "code">>,
): Promise<Visit> => {
  const before = { intruders: world.intruders.length, asked: world.dns.asked.length, seen: world.seen.length }
  const came = await visit()
  return {
    url,
    ...came,
    intruders: world.intruders.slice(before.intruders),
    asked: world.dns.asked.slice(before.asked),
    seen: world.seen.slice(before.seen),
  }
}
