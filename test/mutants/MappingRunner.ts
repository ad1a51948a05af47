/**
 * Runs the tests of all copies of one package, in two threads that load the kernel once each, and tells its parent what
 * comes of each file. `MappingTrial` starts it as a process of its own, so that what hangs can be killed.
 */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { BaseSequencer, createVitest, type TestModule, type TestSpecification } from "vitest/node"
import type { Event } from "./MappingTrial.ts"

const tell = (event: Event): void => void process.send?.(event)

const endOf = (module: TestModule): Event => {
  const tests = Array.from(module.children.allTests(), (test) => ({ name: test.fullName, is: test.result().state }))
  const failed = tests.find(({ is }) => is === "failed")?.name ?? module.errors()[0]?.message ?? "the file"
  return {
    kind: "end",
    file: module.moduleId,
    passed: tests.filter(({ is }) => is === "passed").length,
    red: module.state() === "failed" ? failed : undefined,
  }
}

/** A file that can't even be imported is red as well, which no test of it can say. */
const finish = (module: TestModule): void => {
  if (module.state() === "failed") writeFileSync(module.moduleId.replace(/\/test\/.*$/, "/red"), "")
  tell(endOf(module))
}

/** Properties take long, and are left out where a plain test was red. */
class PropertiesLast extends BaseSequencer {
  override async sort(files: Array<TestSpecification>): Promise<Array<TestSpecification>> {
    const isLong = ({ moduleId }: TestSpecification): number => Number(moduleId.includes(".property."))
    return files.toSorted((a, b) => isLong(a) - isLong(b) || a.moduleId.localeCompare(b.moduleId))
  }
}

const vitest = await createVitest(
  {
    root: process.argv[2] ?? ".",
    config: false,
    watch: false,
    include: ["*/test/**/*.test.ts"],
    setupFiles: [join(import.meta.dirname, "mapping-setup.ts")],
    pool: "threads",
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: PropertiesLast },
    fsModuleCache: false,
    silent: true,
    testTimeout: 20_000,
    hookTimeout: 20_000,
    reporters: [
      {
        // Before it is imported, where it may hang as well.
        onTestModuleQueued: ({ moduleId: file }) => tell({ kind: "start", file }),
        onTestCaseResult: ({ module }) => tell({ kind: "step", file: module.moduleId }),
        onTestModuleEnd: finish,
      },
    ],
  },
  { server: { watch: null } },
)
await vitest.start()
await vitest.close()
process.disconnect?.()
