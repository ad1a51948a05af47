/** What a conversation may ask of the world, without one of the checks each. */
import { coreTest, limit, type Mutant, never, port, usecase } from "./Mutant.ts"

const Line = limit("Line")
const Budget = limit("RateLimitedBudget")
const webSearch = usecase("webSearch")
const readPage = usecase("readPage")
const fetchImage = usecase("fetchImage")

const searchCache = coreTest("usecases/searchCache")
const pageCache = coreTest("usecases/pageCache")
const images = coreTest("usecases/fetchImage")
const budget = coreTest("limits/RateLimitedBudget")

export const economyMutants: ReadonlyArray<Mutant> = [
  {
    name: "the price of a search",
    protects: "a provider's bill, and its patience",
    edits: [
      {
        file: webSearch,
        find: "yield* RequestBudget.spend(endsAt, settings.search_timeout)",
        replace: `if (${never}) yield* RequestBudget.spend(endsAt, settings.search_timeout)`,
      },
    ],
    tests: [searchCache],
  },
  {
    name: "the price of a page",
    protects: "sites and readers that are asked without end",
    edits: [
      {
        file: readPage,
        find: "yield* RequestBudget.spend(endsAt, timeout)",
        replace: `if (${never}) yield* RequestBudget.spend(endsAt, timeout)`,
      },
    ],
    tests: [pageCache, searchCache],
  },
  {
    name: "the price of a page, before it is asked for",
    protects: "requests that a refusal comes too late for",
    edits: [
      { file: readPage, find: "  yield* RequestBudget.spend(endsAt, timeout)\n", replace: "" },
      {
        file: readPage,
        find: "const read = Page.fromRow(row)",
        replace: "yield* RequestBudget.spend(endsAt, timeout)\n  const read = Page.fromRow(row)",
      },
    ],
    tests: [pageCache, searchCache],
  },
  {
    name: "the price of an image",
    protects: "the same, for images",
    edits: [
      {
        file: fetchImage,
        find: "Effect.andThen(RequestBudget.spend(endsAt, settings.fetch_timeout), image({ url }))",
        replace: "image({ url })",
      },
    ],
    tests: [images],
  },
  {
    name: "what a cache answers is free",
    protects: "a budget spent on nothing",
    edits: [
      {
        file: readPage,
        find: "  const { cached, value } = yield* throughCache(",
        replace:
          "  yield* RequestBudget.spend(request.endsAt, settings.fetch_timeout)\n  const { cached, value } = yield* throughCache(",
      },
    ],
    tests: [pageCache, searchCache],
  },
  {
    name: "a turn that leaves time to use it",
    protects: "tokens spent on calls that end before their answer",
    edits: [
      {
        file: port("RequestBudget"),
        find: "endsAt - Math.min(2_000, Duration.toMillis(timeout) / 4)",
        replace: "endsAt + 0 * Duration.toMillis(timeout)",
      },
    ],
    tests: [budget],
  },
  {
    name: "the conversation in the key of a bucket",
    protects: "a conversation that others of its tenant have used up",
    edits: [{ file: Budget, find: ": [who.tenant, who.id])", replace: ": [who.tenant])" }],
    tests: [budget],
  },
  {
    name: "the tenant in the key of a bucket",
    protects: "a conversation that another tenant's of the same id has used up",
    edits: [{ file: Budget, find: ": [who.tenant, who.id])", replace: ": [who.id])" }],
    tests: [budget],
  },
  {
    name: "one bucket for a tenant",
    protects: "a limit evaded by new conversations",
    edits: [{ file: Budget, find: "? [who.tenant] :", replace: "? [who.tenant, who.id] :" }],
    tests: [budget],
  },
  {
    name: "max_uses",
    protects: "a conversation without end",
    edits: [{ file: limit("UseCount"), find: "if (count >= most)", replace: `if (count >= most && ${never})` }],
    tests: [budget],
  },
  {
    name: "uses of a tenant's conversation",
    protects: "uses that another tenant's conversation of the same id has spent",
    edits: [{ file: limit("UseCount"), find: "JSON.stringify([tenant, id])", replace: "JSON.stringify([id])" }],
    tests: [budget],
  },
  {
    name: "uses given back",
    protects: "a conversation that pays for what it didn't get",
    edits: [{ file: Budget, find: "Effect.onError(() => Effect.sync(use.giveBack)),", replace: "" }],
    tests: [budget],
  },
  {
    name: "a bound of the conversations that are counted",
    protects: "memory of a server that runs for long",
    edits: [
      {
        file: limit("UseCount"),
        find: "maxEntries: mostConversations, maxWeight: mostConversations",
        replace: "maxEntries: Infinity, maxWeight: Infinity",
      },
    ],
    tests: [budget],
  },
  {
    name: "a bucket of our own for a store that is lost",
    protects: "no limit at all while a Redis is down",
    edits: [{ file: Budget, find: "Effect.orDie(take(own, limit, key)),", replace: "Effect.succeed(0)," }],
    tests: [budget],
  },
  {
    name: "patience with the store of the buckets",
    protects: "calls that a Redis which hangs holds up",
    edits: [{ file: Budget, find: "Effect.timeout(patience)", replace: 'Effect.timeout("9 days")' }],
    tests: [budget],
  },
  {
    name: "the breaker before the store of the buckets",
    protects: "the same, half a second a call",
    edits: [{ file: Budget, find: 'breaker.execute(bounded, { key: "bucket" })', replace: "bounded" }],
    tests: [budget],
  },
  {
    name: "the order of a line",
    protects: "callers who come late and pass those who wait",
    edits: [{ file: Line, find: "      lines.has(key)\n", replace: `      lines.has(key) && ${never}\n` }],
    tests: [budget],
  },
  {
    name: "one at the head of a line",
    protects: "a store that all who wait ask at once",
    edits: [
      {
        file: Line,
        find: "restore(line.lock.withPermits(1)(head(line, consume, endsAt)))",
        replace: "restore(head(line, consume, endsAt))",
      },
    ],
    tests: [budget],
  },
  {
    name: "a turn that comes too late, told at once",
    protects: "callers who wait in vain",
    edits: [{ file: Line, find: "if (now + total >= endsAt)", replace: `if (now + total >= endsAt && ${never})` }],
    tests: [budget],
  },
  {
    name: "a turn that comes too late after all, at the head of a line",
    protects: "the same, where others have taken the token meanwhile",
    edits: [
      { file: Line, find: "return line.nextAt >= endsAt\n", replace: `return line.nextAt >= endsAt && ${never}\n` },
    ],
    tests: [budget],
  },
  {
    name: "a line that nobody stands in",
    protects: "memory, and callers sent behind those who have gone",
    edits: [{ file: Line, find: "if (line.length === 0) lines.delete(key)", replace: "" }],
    tests: [budget],
  },
]
