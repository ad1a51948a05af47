/** What a conversation may ask of the world, without one of the checks each. */
import { coreTest, domain, fetchTest, limit, type Mutant, never, port, usecase } from "./Mutant.ts"

const Turns = limit("RateLimitedBudget")
const Budget = limit("RateLimitedBudget")
const webSearch = usecase("webSearch")
const readPage = usecase("readPage")
const fetchImage = usecase("fetchImage")
const throughCache = usecase("throughCache")

const searchCache = coreTest("usecases/searchCache")
const pageCache = coreTest("usecases/pageCache")
const images = coreTest("usecases/fetchImage")
const budget = coreTest("limits/RateLimitedBudget")
const fetches = fetchTest("PinnedFetch")
const pinnedImages = fetchTest("PinnedImage")

export const economyMutants: ReadonlyArray<Mutant> = [
  {
    name: "the price of a search",
    protects: "a provider's bill, and its patience",
    edits: [
      {
        file: webSearch,
        find: "pay: RequestBudget.spend(settings.search_timeout),",
        replace: "pay: Effect.void,",
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
        find: "pay: RequestBudget.spend(settings.fetch_timeout),",
        replace: "pay: Effect.void,",
      },
    ],
    tests: [pageCache, searchCache],
  },
  {
    name: "the price of a page, before it is asked for",
    protects: "requests that a refusal comes too late for",
    edits: [
      {
        file: readPage,
        find: "pay: RequestBudget.spend(settings.fetch_timeout),",
        replace: "pay: Effect.void,",
      },
      {
        file: readPage,
        find: "ask: (stale) => ask(request, stale),",
        replace: "ask: (stale) => Effect.tap(ask(request, stale), () => RequestBudget.spend(settings.fetch_timeout)),",
      },
    ],
    tests: [pageCache, searchCache],
  },
  {
    name: "the price of a page that is read anew",
    protects: "a limit evaded by a parameter of the call",
    edits: [
      {
        file: throughCache,
        find: "if (bypass === true) return Effect.andThen(pay, askAndKeep(undefined))",
        replace: "if (bypass === true) return askAndKeep(undefined)",
      },
    ],
    tests: [pageCache],
  },
  {
    name: "each conversation pays by itself, before it joins",
    protects: "a conversation that is refused, or kept waiting, for what another has used up",
    edits: [
      {
        file: throughCache,
        find: "isUnderWay\n        ? download()",
        replace: `isUnderWay || !(${never})\n        ? download()`,
      },
      {
        file: throughCache,
        find: "Effect.map(Effect.exit(look), inTime)",
        replace: "Effect.map(Effect.exit(Effect.andThen(pay, look)), inTime)",
      },
    ],
    tests: [pageCache],
  },
  {
    name: "calls of one conversation pay once",
    protects: "a conversation that pays ten times for the one page that ten of its calls are given",
    edits: [{ file: throughCache, find: "Effect.flatMap(Conversation, asConversation)", replace: "paid()" }],
    tests: [pageCache],
  },
  {
    name: "whoever joins a call under way doesn't pay",
    protects: "a conversation that pays for what others have paid for, or is refused it",
    edits: [
      {
        file: throughCache,
        find: "isUnderWay\n        ? download()",
        replace: `isUnderWay && ${never}\n        ? download()`,
      },
    ],
    tests: [pageCache],
  },
  {
    name: "the price of an image",
    protects: "the same, for images",
    edits: [
      {
        file: fetchImage,
        find: "Effect.andThen(RequestBudget.spend(settings.fetch_timeout), image({ url }))",
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
          "  yield* RequestBudget.spend(settings.fetch_timeout)\n  const { cached, value } = yield* throughCache(",
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
    name: "the deadline of a call, told to those within",
    protects: "callers who wait in vain: a second try, or a site's turn, after the call has ended",
    edits: [
      {
        file: domain("Deadline"),
        find: "Effect.raceFirst(\n      Effect.provideService(effect, Deadline, deadline),",
        replace: "Effect.raceFirst(\n      effect,",
      },
    ],
    tests: [fetches, pinnedImages],
  },
  {
    name: "the deadline of a caller before the setting",
    protects: "the same, for callers who keep a deadline of their own",
    edits: [
      {
        file: domain("Deadline"),
        find: "at(Math.min(outer.endsAt, now + millis), outer)",
        replace: "at(now + millis, outer)",
      },
    ],
    tests: [coreTest("chain/Chain"), coreTest("provider/mapping")],
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
    edits: [
      { file: limit("RateLimitedBudget"), find: "if (count >= most)", replace: `if (count >= most && ${never})` },
    ],
    tests: [budget],
  },
  {
    name: "uses of a tenant's conversation",
    protects: "uses that another tenant's conversation of the same id has spent",
    edits: [
      { file: limit("RateLimitedBudget"), find: "JSON.stringify([tenant, id])", replace: "JSON.stringify([id])" },
    ],
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
        file: limit("RateLimitedBudget"),
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
    name: "a bound on the buckets in memory",
    protects: "memory of a server that runs for long",
    edits: [
      {
        file: limit("RateLimitedBudget"),
        find: "maxEntries: mostKeys, maxWeight: mostKeys",
        replace: "maxEntries: Infinity, maxWeight: Infinity",
      },
    ],
    tests: [coreTest("limits/BoundedLimiterStore")],
  },
  {
    name: "the order of a line",
    protects: "callers who come late and pass those who wait",
    edits: [{ file: Turns, find: "      lines.has(key)\n", replace: `      lines.has(key) && ${never}\n` }],
    tests: [budget],
  },
  {
    name: "one at the head of a line",
    protects: "a store that all who wait ask at once",
    edits: [
      {
        file: Turns,
        find: "restore(line.lock.withPermits(1)(head(line, consume, endsAt)))",
        replace: "restore(head(line, consume, endsAt))",
      },
    ],
    tests: [budget],
  },
  {
    name: "a turn that comes too late, told at once",
    protects: "callers who wait in vain",
    edits: [{ file: Turns, find: "if (now + total >= endsAt)", replace: `if (now + total >= endsAt && ${never})` }],
    tests: [budget],
  },
  {
    name: "a turn that comes too late after all, at the head of a line",
    protects: "the same, where others have taken the token meanwhile",
    edits: [
      { file: Turns, find: "return line.nextAt >= endsAt\n", replace: `return line.nextAt >= endsAt && ${never}\n` },
    ],
    tests: [budget],
  },
  {
    name: "a line that nobody stands in",
    protects: "memory, and callers sent behind those who have gone",
    edits: [{ file: Turns, find: "if (line.length === 0) lines.delete(key)", replace: "" }],
    tests: [budget],
  },
]
