/**
 * The order in which workers take test files. The files that wait for long come first, then the network's tests, which
 * wait too: the files after them fill the processor. Within a project the slowest files come first, so that no worker
 * ends alone.
 */
import { BaseSequencer, type TestSpecification } from "vitest/node"

/** Files of any project that wait for deadlines and browsers: each keeps a worker for long, and the processor little. */
const waiting: ReadonlyArray<string> = [
  "cli/test/web.chain.test.ts",
  "cli/test/Watchdog.test.ts",
  "backend-browser/test/BrowserRenderer.hostile.integration.test.ts",
  "test-net/test/fake-ip.test.ts",
]

/** Projects in order; the others follow. A worker keeps its loaded modules for files of the same project. */
const projects: ReadonlyArray<string> = ["test-net", "reader", "cli", "packages"]

/** The files that take the longest, slowest first. */
const slowest: ReadonlyArray<string> = [
  "test-net/test/by-layers.egress.test.ts",
  "test-net/test/ways-out.test.ts",
  "test-net/test/faults.test.ts",
  "test-net/test/scale.test.ts",
  "test-net/test/docs-commands.test.ts",
  "test-net/test/economy-tools.test.ts",
  "test-net/test/by-command.test.ts",
  "test-net/test/by-layers.robots.test.ts",
  "test-net/test/telemetry.test.ts",
  "test-net/test/by-layers.vectors.test.ts",
  "test-net/test/by-layers.dns.test.ts",
  "test-net/test/serve.test.ts",
  "test-net/test/by-layers.tls.test.ts",
  "test-net/test/images.test.ts",
  "test-net/test/by-layers.dual-stack.test.ts",
  "extract/test/Hazards.test.ts",
  "extract/test/DocumentExtractor.integration.test.ts",
  "extract/test/isolation/ProcessWorker.test.ts",
  "tools/test/toolkit/ToolText.hostile.test.ts",
  "extract/test/Pipeline.hostile.test.ts",
  "cli/test/serve.scale.integration.test.ts",
  "cli/test/serve.tenancy.test.ts",
  "cli/test/serve.eviction.integration.test.ts",
  "cli/test/web.economy.test.ts",
  "cli/test/bin.bundle.test.ts",
  "cli/test/Answer.hostile.test.ts",
  "serve/test/Server.test.ts",
  "backend-browser/test/BrowserRenderer.contract.integration.test.ts",
  "core/test/passages/Passages.hostile.test.ts",
  "test/docstrings.test.ts",
  "core/test/domain/time/TimeSlice.hostile.test.ts",
  "test/bundles.test.ts",
  "test/expressions.test.ts",
  "examples/test/examples.test.ts",
  "backend-browser/test/BrowserRenderer.integration.test.ts",
  "store-redis/test/RedisStore.integration.test.ts",
  "serve/test/Routes.tenancy.test.ts",
  "test/growth.test.ts",
  "serve/test/mcp/McpRoute.test.ts",
  "store-disk/test/DiskStore.hostile.test.ts",
]

/** Sorts files as described above; otherwise as vitest does, by their last duration or by their size. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    // oxlint-disable-next-line unicorn/no-array-sort -- the method of the class above, not of an array
    const sorted = await super.sort(files)
    const placesOf = ({ moduleId, project }: TestSpecification): ReadonlyArray<number> => [
      placeIn(waiting, (file) => moduleId.endsWith(file)),
      placeIn(projects, (name) => name === project.name),
      placeIn(slowest, (file) => moduleId.endsWith(file)),
    ]
    return sorted.toSorted((one, other) => {
      const places = placesOf(other)
      return placesOf(one).reduce((before, place, at) => before || place - (places[at] ?? 0), 0)
    })
  }
}

// --- private --------------------------------------------------------------------------

/** The place of the first entry that holds; those that aren't listed come last. */
const placeIn = (list: ReadonlyArray<string>, holds: (entry: string) => boolean): number => {
  const found = list.findIndex(holds)
  return found === -1 ? list.length : found
}
