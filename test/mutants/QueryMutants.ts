/** What reads a query and holds an answer to it, without one of its checks each. */
import { coreTest, domain, type Mutant, never, policy, usecase } from "./Mutant.ts"

const Leniency = domain("Spelling")
const DateWindow = domain("DateWindow")
const HitFilter = policy("HitFilter")
const webSearch = usecase("webSearch")

const leniency = coreTest("domain/Leniency")
const windows = coreTest("domain/DateWindow")
const filters = coreTest("usecases/searchFilters")
const searchCache = coreTest("usecases/searchCache")

export const queryMutants: ReadonlyArray<Mutant> = [
  {
    name: "a bound of the lists that are read",
    protects: "time and memory, of a list that says it is four thousand million long",
    edits: [
      {
        file: Leniency,
        find: "{ length: Math.min(length, maxListLength + 1) }",
        replace: "{ length: Math.min(length, 5 * maxListLength) }",
      },
      { file: domain("Parameter"), find: "names.length <= maxListLength", replace: `!(${never})` },
    ],
    tests: [leniency],
  },
  {
    name: "arguments that throw, read within the call",
    protects: "a program that is thrown at where it was promised a value",
    edits: [
      {
        file: domain("Arguments"),
        find: "Effect.try({ try: () => spelled(given), catch: (cause) => make(unreadable, cause) })",
        replace: "Effect.sync(() => spelled(given))",
      },
    ],
    tests: [leniency],
  },
  {
    name: "an object's own arguments",
    protects: "filters that come from a polluted prototype",
    edits: [{ file: Leniency, find: "Object.hasOwn(input, key) ? input[key] : undefined", replace: "input[key]" }],
    tests: [leniency],
  },
  {
    name: "required texts, which are not touched",
    protects: "a URL that is judged in another form than it was written in",
    edits: [{ file: Leniency, find: "isOptional && !isAsWritten && SchemaAST", replace: "SchemaAST" }],
    tests: [leniency],
  },
  {
    name: "the proper name before its alias",
    protects: "a filter that another spelling of it overrules",
    edits: [
      {
        file: Leniency,
        find: "[name, camelCased(name), ...others.filter((other) => !proper.has(other))]",
        replace: "[...others.filter((other) => !proper.has(other)), name, camelCased(name)]",
      },
    ],
    tests: [leniency],
  },
  {
    name: "hits of excluded domains",
    protects: "sites that the caller didn't want, from a provider that can't leave them out",
    edits: [{ file: HitFilter, find: "covers(excluded, url)", replace: never }],
    tests: [filters],
  },
  {
    name: "excluded domains before domains asked for",
    protects: "the same, where a site is asked for and a part of it excluded",
    edits: [
      {
        file: HitFilter,
        find: "covers(excluded, url)",
        replace: "domains.length === 0 && covers(excluded, url)",
      },
    ],
    tests: [filters],
  },
  {
    name: "hits of other dates",
    protects: "old hits shown as new, from a provider that takes dates for a wish",
    edits: [
      {
        file: HitFilter,
        find: "publishedAt === undefined || DateWindow.contains(window, publishedAt)",
        replace: `!(${never}) || DateWindow.contains(window, publishedAt ?? "")`,
      },
    ],
    tests: [filters],
  },
  {
    name: "hits of no known date, told",
    protects: "hits of any date that look as if they had been held to the dates",
    edits: [
      {
        file: webSearch,
        find: "shown.every(({ publishedAt }) => publishedAt !== undefined)",
        replace: "shown.length >= 0",
      },
    ],
    tests: [filters],
  },
  {
    name: "the last day of a window",
    protects: "hits of the day after",
    edits: [{ file: DateWindow, find: "(to === undefined || day <= to)", replace: "(to !== day || day <= to)" }],
    tests: [windows, filters],
  },
  {
    name: "dates that leave no day",
    protects: "a provider asked, and paid, for nothing",
    edits: [
      { file: DateWindow, find: "start_date > end_date) return", replace: `start_date > end_date && ${never}) return` },
    ],
    tests: [windows, filters],
  },
  {
    name: "the days in the key of a kept search",
    protects: "yesterday's last day, given today",
    edits: [{ file: webSearch, find: "      window,\n    ),", replace: "    )," }],
    tests: [searchCache],
  },
]
