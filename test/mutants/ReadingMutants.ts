/** Checks that bound what reading a document costs, without one of them each. */
import { type Mutant, never, reader, readerTest } from "./Mutant.ts"

const Ask = reader("isolation/Ask")
const WorkerPool = reader("isolation/WorkerPool")
const pool = readerTest("isolation/WorkerPool")
const layers = readerTest("isolation/layers")

/** From the pool inwards. */
export const readingMutants: ReadonlyArray<Mutant> = [
  {
    name: "deadline of a thread",
    protects: "time: a page made to be slow to read",
    edits: [{ file: Ask, find: "duration: timeout + grace", replace: 'duration: "9 days"' }],
    tests: [pool],
  },
  {
    name: "processor time of a thread",
    protects: "processors: pages made to be slow to read",
    edits: [{ file: Ask, find: "processor - before > most.processor", replace: "processor < 0" }],
    tests: [pool],
  },
  {
    name: "a thread that overran is replaced",
    protects: "the pages after one that hangs",
    edits: [{ file: WorkerPool, find: 'report.outcome.failure.error !== "timeout"', replace: `!(${never})` }],
    tests: [pool],
  },
  {
    name: "a thread that nobody waits for is ended",
    protects: "processors: pages of callers that gave up",
    edits: [
      { file: WorkerPool, find: "Exit.isSuccess(exit) && isUnharmed", replace: "!Exit.isSuccess(exit) || isUnharmed" },
    ],
    tests: [pool],
  },
  {
    name: "a thread that was lost is replaced",
    protects: "the pages after one that took its thread down",
    edits: [{ file: WorkerPool, find: "!member.worker.isLost()", replace: `!(${never})` }],
    tests: [pool],
  },
  {
    name: "a thread that has read much is replaced",
    protects: "memory: what is kept of thousands of pages",
    edits: [{ file: WorkerPool, find: "asked < documents", replace: "asked < 1e9" }],
    tests: [pool],
  },
  {
    name: "turns within a long text",
    protects: "the caller's thread: a page of millions of characters that nobody can see",
    edits: [
      {
        file: "packages/core/src/domain/UntrustedText.ts",
        find: "if (start > 0) yield*",
        replace: "if (start < 0) yield*",
      },
    ],
    tests: ["packages/core/test/domain/PageText.test.ts"],
  },
  {
    name: "turns among many links",
    protects: "the caller's thread: a page of very many links",
    edits: [{ file: "packages/core/src/domain/StoredPage.ts", find: "at % linksInTurn === 0", replace: "at < 0" }],
    tests: ["packages/core/test/domain/PageText.test.ts"],
  },
  {
    name: "an answer that is none",
    protects: "the caller from what a process sends in place of a page",
    edits: [
      {
        file: reader("isolation/Task"),
        find: "const decode = Schema.decodeUnknownResult(Answer)",
        replace: "const decode = (answer: unknown) => Result.succeed(answer as Answer)",
      },
    ],
    tests: [pool],
  },
  {
    name: "deadline of reading inline",
    protects: "the caller's thread: a page made to be slow to read",
    edits: [
      { file: reader("isolation/Watchdog"), find: "timeout: Math.max(1, Math.ceil(ms))", replace: "timeout: 1e9" },
    ],
    tests: [readerTest("isolation/Watchdog")],
  },
  {
    name: "memory of a process",
    protects: "memory: a page made to be large once it is read",
    edits: [
      {
        file: reader("isolation/ProcessWorker"),
        find: "`--max-old-space-size=${heap}`",
        replace: "`--max-old-space-size=${heap * 99}`",
      },
    ],
    tests: [layers],
  },
  {
    name: "bytes beside a document's",
    protects: "memory: a view's bytes would take all that lies beside them along",
    edits: [
      {
        file: reader("isolation/ThreadWorker"),
        find: "new Uint8Array(task.fetched.bytes)",
        replace: "new Uint8Array(task.fetched.bytes.buffer as ArrayBuffer)",
      },
    ],
    tests: [layers],
  },
  {
    name: "depth of a page",
    protects: "the stack, and time that grows with the square of the depth",
    edits: [{ file: reader("tree/Limits"), find: "depth: 100,", replace: "depth: 100_000," }],
    tests: [readerTest("Hazards")],
  },
  {
    name: "rejections that a PDF leaves behind",
    protects: "the process that reads PDFs",
    edits: [
      {
        file: "packages/extract-pdf/src/PdfReader.ts",
        find: 'process.on("unhandledRejection", () => undefined)\n',
        replace: "",
      },
    ],
    tests: ["packages/extract-pdf/test/PdfReader.test.ts"],
  },
  {
    name: "hidden parts that stand too deep",
    protects: "a model from what nobody sees of a deep page",
    edits: [
      { file: reader("tree/TreeBuilder"), find: "const mayHide = this", replace: `const mayHide = ${never} && this` },
    ],
    tests: [readerTest("Hidden")],
  },
  {
    name: "elements of a page",
    protects: "time and memory, whatever a page holds",
    edits: [{ file: reader("tree/Limits"), find: "elements: 120_000,", replace: "elements: 120_000_000," }],
    tests: [readerTest("Bounds")],
  },
  {
    name: "the base of a large page's links",
    protects: "memory: short links that become long ones",
    edits: [{ file: reader("tree/Parse"), find: "own.href.length <= limits.base && ", replace: "" }],
    tests: [readerTest("Bounds")],
  },
]
