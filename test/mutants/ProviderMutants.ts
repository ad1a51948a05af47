/** Who is asked, with whose key, without one of the checks each. */
import { coreTest, type Mutant, port } from "./Mutant.ts"

const core = (name: string) => `packages/core/src/${name}.ts`

const chosen = "packages/tools/test/providers.test.ts"
const keys = coreTest("ports/Credentials")
const file = "packages/store-disk/test/KeyFile.test.ts"

export const providerMutants: ReadonlyArray<Mutant> = [
  {
    name: "no public provider in the place of one whose key can't be looked up",
    protects: "what is searched for, from a public provider",
    edits: [
      { file: core("provider/Identity"), find: "orElseSucceed(() => true)", replace: "orElseSucceed(() => false)" },
    ],
    tests: [chosen],
  },
  {
    name: "no public provider in the place of one that turns out not to be set up",
    protects: "what is searched for, from a public provider",
    edits: [
      {
        file: core("chain/Link"),
        find: 'isMissing ? "skipped" : "failed"',
        replace: 'isMissing ? "unconfigured" : "failed"',
      },
    ],
    tests: [coreTest("chain/Chain")],
  },
  {
    name: "DuckDuckGo switched off",
    protects: "an operator who doesn't want its page read",
    edits: [
      {
        file: core("provider/Identity"),
        find: "if (!(yield* isEnabled(identity, options))) return false",
        replace: "",
      },
    ],
    tests: [chosen],
  },
  {
    name: "a named tenant's own key first",
    protects: "a tenant's calls from another's bill",
    edits: [
      {
        file: core("ports/Credentials"),
        find: "tenant === defaultTenant ? [inEnvironment(key), own] : [own, inEnvironment(key)]",
        replace: "[inEnvironment(key), own]",
      },
    ],
    tests: [keys],
  },
  {
    name: "the tenant of a stored key",
    protects: "a tenant's key from another's call",
    edits: [
      {
        file: "packages/store-disk/src/KeyFile.ts",
        find: "entry.tenant === tenant && entry.provider === provider",
        replace: "entry.provider === provider",
      },
    ],
    tests: [file],
  },
  {
    name: "keys that others can read",
    protects: "keys from other users of the machine",
    edits: [{ file: "packages/store-disk/src/PrivateFile.ts", find: "(info.mode & 0o077) !== 0", replace: "false" }],
    tests: [file],
  },
  {
    name: "the mode of the file of keys",
    protects: "keys from other users of the machine",
    edits: [
      {
        file: "packages/store-disk/src/PrivateFile.ts",
        find: '{ flag: "wx", mode: 0o600 }).pipe(\n      Effect.andThen(fs.rename',
        replace: '{ flag: "wx" }).pipe(\n      Effect.andThen(fs.rename',
      },
    ],
    tests: [file],
  },
  {
    name: "keys bound to the tools that were made with them",
    protects: "a vault that whoever calls the tools doesn't have",
    edits: [
      {
        file: port("Credentials"),
        find: "Effect.provideService(call(input), Credentials, keys)",
        replace: "call(input)",
      },
    ],
    tests: [chosen],
  },
  {
    name: "a key that can't stand in a header",
    protects: "header fields of a request",
    edits: [
      { file: core("provider/Identity"), find: "!/^[\\x21-\\x7e]+$/.test(Redacted.value(key))", replace: "false" },
    ],
    tests: [coreTest("provider/Identity")],
  },
]
