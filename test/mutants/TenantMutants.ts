/** What separates tenants, and a page's words from ours, each time without one of its checks. */
import type { Mutant } from "./Mutant.ts"

export const tenantMutants: ReadonlyArray<Mutant> = [
  {
    name: "known URLs of a tenant",
    protects: "URLs of another tenant's conversation with the same id",
    edits: [
      {
        file: "packages/core/src/domain/Conversation.ts",
        find: "JSON.stringify([tenant, id])",
        replace: "JSON.stringify([id])",
      },
    ],
    tests: ["packages/core/test/ports/KnownUrls.test.ts"],
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
    tests: ["packages/core/test/usecases/readPage.test.ts", "packages/core/test/usecases/findAnswer.test.ts"],
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
    tests: ["packages/core/test/usecases/readPage.test.ts", "packages/core/test/usecases/docsFetch.test.ts"],
  },
  {
    name: "the tenant of a stored key",
    protects: "a call with another tenant's key",
    edits: [
      {
        file: "packages/store-disk/src/KeyFile.ts",
        find: "entry.tenant === tenant && entry.provider === provider",
        replace: "entry.provider === provider",
      },
    ],
    tests: ["packages/store-disk/test/KeyFile.test.ts"],
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
    tests: ["packages/serve/test/Routes.tenancy.test.ts"],
  },
  {
    name: "a fence's mark outside of the text",
    protects: "words of a page that a model takes for ours",
    edits: [
      {
        file: "packages/core/src/domain/text/Fence.ts",
        find: "while (content.includes(mark)) mark",
        replace: "if (Number.NaN > 0) mark",
      },
    ],
    tests: ["packages/core/test/domain/text/Fence.test.ts"],
  },
]
