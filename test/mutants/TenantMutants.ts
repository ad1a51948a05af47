/** State of a conversation or a tenant, each time without one of its checks. */
import type { Mutant } from "./Mutant.ts"

export const tenantMutants: ReadonlyArray<Mutant> = [
  {
    name: "known URLs only, of a page",
    protects: "data leaks through a URL that a page made the model write",
    edits: [
      {
        file: "packages/core/src/usecases/webFetch.ts",
        find: "if (within === undefined) yield*",
        replace: "if (within === undefined && Number.NaN > 0) yield*",
      },
    ],
    tests: ["packages/core/test/usecases/knownUrls.test.ts"],
  },
  {
    name: "known URLs only, of an image",
    protects: "the same, by an image",
    edits: [
      {
        file: "packages/core/src/usecases/fetchImage.ts",
        find: "yield* ConversationMemory.requireKnown(url)",
        replace: "if (Number.NaN > 0) yield* ConversationMemory.requireKnown(url)",
      },
    ],
    tests: ["packages/core/test/usecases/knownUrls.test.ts"],
  },
  {
    name: "known URLs of a conversation",
    protects: "URLs of another conversation",
    edits: [
      {
        file: "packages/core/src/ports/ConversationMemory.ts",
        find: "JSON.stringify([tenant, id])",
        replace: "JSON.stringify([tenant])",
      },
    ],
    tests: ["packages/core/test/usecases/knownUrls.test.ts"],
  },
  {
    name: "known URLs of a tenant",
    protects: "URLs of another tenant's conversation with the same id",
    edits: [
      {
        file: "packages/core/src/ports/ConversationMemory.ts",
        find: "JSON.stringify([tenant, id])",
        replace: "JSON.stringify([id])",
      },
    ],
    tests: ["packages/core/test/usecases/knownUrls.test.ts"],
  },
  {
    name: "the conversation in the key of a bucket",
    protects: "a conversation's requests, spent by others of its tenant",
    edits: [
      {
        file: "packages/stores/src/RateLimitedBudget.ts",
        find: ": [caller.tenant, caller.id])",
        replace: ": [caller.tenant])",
      },
    ],
    tests: ["packages/stores/test/RateLimitedBudget.test.ts"],
  },
  {
    name: "the tenant in the key of a bucket",
    protects: "a conversation's requests, spent by another tenant's with the same id",
    edits: [
      {
        file: "packages/stores/src/RateLimitedBudget.ts",
        find: ": [caller.tenant, caller.id])",
        replace: ": [caller.id])",
      },
    ],
    tests: ["packages/stores/test/RateLimitedBudget.test.ts"],
  },
  {
    name: "the tenant in a cache's key",
    protects: "pages and searches of another tenant",
    edits: [
      {
        file: "packages/core/src/usecases/throughCache.ts",
        find: "JSON.stringify([tenant, ...parts])",
        replace: "JSON.stringify([tenant === undefined, ...parts])",
      },
    ],
    tests: ["packages/core/test/usecases/pageCache.test.ts", "packages/core/test/usecases/searchCache.test.ts"],
  },
  {
    name: "the URL in a page's key",
    protects: "another page of the same site",
    edits: [
      {
        file: "packages/core/src/usecases/readPage.ts",
        find: "HttpUrl.withoutFragment(url) ?? url,",
        replace: "(HttpUrl.withoutFragment(url) ?? url).slice(0, 20),",
      },
    ],
    tests: ["packages/core/test/usecases/pageCache.test.ts"],
  },
  {
    name: "robots in a page's key",
    protects: "a forbidden page, cached by a caller that ignores robots.txt",
    edits: [{ file: "packages/core/src/usecases/readPage.ts", find: "  settings.robots,\n", replace: "" }],
    tests: ["packages/core/test/usecases/pageCache.test.ts"],
  },
  {
    name: "the site in a page's key",
    protects: "a refusal shared from a call that was pinned to a site",
    edits: [{ file: "packages/core/src/usecases/readPage.ts", find: "  within ?? null,\n", replace: "" }],
    tests: ["packages/core/test/usecases/pageCache.test.ts", "packages/core/test/usecases/docsFetch.test.ts"],
  },
  {
    name: "a cached answer's own key",
    protects: "another tenant's page, from a store that confuses its entries",
    edits: [{ file: "packages/stores/src/PersistedAnswers.ts", find: "|| found.value.key !== key", replace: "" }],
    tests: ["packages/core/test/usecases/pageCache.test.ts", "packages/stores/test/contract.test.ts"],
  },
  {
    name: "the rules in force, for a cached page",
    protects: "pages of hosts that were denied later",
    edits: [
      {
        file: "packages/core/src/usecases/readPage.ts",
        find: "urlsOf(page).every((hop) => Result.isSuccess(WebUrl.parse(hop, policy)))",
        replace: 'page.url !== ""',
      },
    ],
    tests: ["packages/core/test/usecases/pageCache.test.ts"],
  },
  {
    name: "the rules in force, for a cached page's redirects",
    protects: "pages behind a redirect of a host that was denied later",
    edits: [
      {
        file: "packages/core/src/usecases/readPage.ts",
        find: "[...redirected_from, url]",
        replace: "[...redirected_from.slice(0, 0), url]",
      },
    ],
    tests: ["packages/core/test/usecases/pageCache.test.ts"],
  },
  {
    name: "a backend's last URL",
    protects: "pages of denied hosts, from a backend that follows redirects itself",
    edits: [
      {
        file: "packages/core/src/usecases/readPage.ts",
        find: "if (Result.isFailure(judged)) return",
        replace: "if (Result.isFailure(judged) && Number.NaN > 0) return",
      },
    ],
    tests: ["packages/core/test/usecases/pageCache.test.ts", "packages/core/test/usecases/docsFetch.test.ts"],
  },
  {
    name: "no-store, obeyed",
    protects: "a stored page that its site forbids to store",
    edits: [
      {
        file: "packages/core/src/usecases/throughCache.ts",
        find: "answer.storable\n        ?",
        replace: "answer.storable || !(Number.NaN > 0)\n        ?",
      },
    ],
    tests: ["packages/core/test/usecases/pageCache.test.ts", "packages/core/test/usecases/searchCache.test.ts"],
  },
  {
    name: "a named tenant's own key first",
    protects: "calls at another tenant's expense",
    edits: [
      {
        file: "packages/core/src/ports/Credentials.ts",
        find: "tenant === defaultTenant ? [inEnvironment(key), own] : [own, inEnvironment(key)]",
        replace: "[inEnvironment(key), own]",
      },
    ],
    tests: ["packages/core/test/ports/Credentials.test.ts"],
  },
  {
    name: "the tenant of a stored key",
    protects: "a call with another tenant's key",
    edits: [
      {
        file: "packages/store-disk/src/PrivateFile.ts",
        find: "entry.tenant === tenant && entry.provider === provider",
        replace: "entry.provider === provider",
      },
    ],
    tests: ["packages/store-disk/test/PrivateFile.test.ts"],
  },
  {
    name: "keys that others can read",
    protects: "disclosure of keys to other users of the machine",
    edits: [{ file: "packages/store-disk/src/PrivateFile.ts", find: "(info.mode & 0o077) !== 0", replace: "false" }],
    tests: ["packages/store-disk/test/PrivateFile.test.ts"],
  },
  {
    name: "the mode of the file of keys",
    protects: "disclosure of keys to other users of the machine",
    edits: [
      {
        file: "packages/store-disk/src/PrivateFile.ts",
        find: '{ flag: "wx", mode: 0o600 }).pipe(\n      Effect.andThen(fs.rename',
        replace: '{ flag: "wx" }).pipe(\n      Effect.andThen(fs.rename',
      },
    ],
    tests: ["packages/store-disk/test/PrivateFile.test.ts"],
  },
  {
    name: "a key that is invalid in a header",
    protects: "injected header fields",
    edits: [
      {
        file: "packages/provider-kit/src/provider/Identity.ts",
        find: "!/^[\\x21-\\x7e]+$/.test(Redacted.value(key))",
        replace: "false",
      },
    ],
    tests: ["packages/provider-kit/test/provider/Identity.test.ts"],
  },
  {
    name: "routes built without a conversation",
    protects: "calls of a token that run as another tenant, in a handler that keeps the context of its layer",
    edits: [
      {
        file: "packages/serve/src/Routes.ts",
        find: "Context.omit(Conversation.Conversation)(context)",
        replace: "context",
      },
    ],
    tests: ["packages/serve/test/tenancy.test.ts"],
  },
  {
    name: "a route's exact path",
    protects: "an endpoint that a proxy hides, by another spelling of its path",
    edits: [
      {
        file: "packages/serve/src/Routes.ts",
        find: "pathOf(url) === matched.route.path ?",
        replace: "pathOf(url).length + matched.route.path.length > 0 ?",
      },
    ],
    tests: ["packages/serve/test/Routes.test.ts"],
  },
  {
    name: "a token on loopback",
    protects: "the endpoints, from a proxy's clients whose requests look local",
    edits: [
      {
        file: "packages/serve/src/Caller.ts",
        find: "hadTokens ||= stored.length > 0",
        replace: "hadTokens ||= stored.length < 0",
      },
    ],
    tests: ["packages/serve/test/Caller.test.ts"],
  },
]
