/**
 * `node test/ways.ts [--list]`: counts the files and lines that a URL passes from the handler of `web_fetch` to the
 * extractor's port, and those that a search row passes from SearXNG to the model. `--list` names the files.
 *
 * A way is a static import closure. It includes type imports and `import()`. A name that comes through a barrel counts
 * for the file that declares it.
 */
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, relative } from "node:path"
import * as ProviderName from "../packages/tools/src/providers/ProviderName.ts"

interface Way {
  readonly name: string
  /** The start of the way, as globs: its composition may be in files of its own. */
  readonly from: ReadonlyArray<string>
  /** Prefixes of files and folders at which the way ends; they aren't counted. */
  readonly doors: ReadonlyArray<string>
}

const packages = join(import.meta.dirname, "../packages")

/** The reader of documents. */
const reader = ["extract/", "extract-pdf/"]

/** Providers that read no pages, so that no URL reaches them; `node.ts` composes them with the others. */
const searchers = [
  "backend-searxng/",
  "providers/src/shared/",
  ...ProviderName.names
    .filter((name) => !ProviderName.isPageProviderName(name))
    .map((name) => `providers/src/${name}.ts`),
]

const ways: ReadonlyArray<Way> = [
  {
    name: "a URL, from the handler of web_fetch to the extractor's door",
    from: ["tools/src/calls/Fetch.ts", "tools/src/node/node.ts"],
    doors: reader,
  },
  {
    name: "the same without providers that only search",
    from: ["tools/src/calls/Fetch.ts", "tools/src/node/node.ts"],
    doors: [...reader, ...searchers],
  },
  {
    name: "without all that node.ts composes: providers, stores, images, traces",
    from: [
      "tools/src/calls/Fetch.ts",
      ...["PinnedFetch", "NodeNetwork"].map((adapter) => `backend-fetch/src/${adapter}.ts`),
    ],
    doors: reader,
  },
  {
    name: "a search row, from SearXNG to the model",
    from: ["backend-searxng/src/Searxng.ts", "tools/src/calls/Search.ts"],
    doors: [],
  },
]

/** The names that an import takes from a module; `undefined` if it may use any of them. */
type Names = ReadonlyArray<string> | undefined

interface Import {
  readonly module: string
  readonly names: Names
}

const codeOf = (file: string): string => readFileSync(file, "utf8").replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "")

/** The names in a list between braces, as they are outside and inside of the module. */
const listed = (list: string): ReadonlyArray<{ readonly of: string; readonly as: string }> =>
  list.split(",").flatMap((part) => {
    const [, of, as] = /^\s*(?:type\s+)?([\w$]+)(?:\s*(?:as|:)\s*([\w$]+))?/.exec(part) ?? []
    return of === undefined ? [] : [{ of, as: as ?? of }]
  })

/** The members of a namespace that the code uses; `undefined` if it uses the namespace as a whole. */
const membersOf = (namespace: string, code: string): Names => {
  const uses = Array.from(code.matchAll(new RegExp(`(?<![\\w$."@/-])${namespace}\\b(?:\\.([\\w$]+))?`, "g")))
  const members = uses.flatMap(([, member]) => member ?? [])
  return members.length === uses.length ? members : undefined
}

const statement = /^(import|export)\s+(?:type\s+)?(?:\*\s+as\s+([\w$]+)|\{([^}]*)\}|\*)\s+from\s+"([^"]+)"/gm

const importsOf = (code: string): ReadonlyArray<Import> => {
  const body = code.replace(statement, "")
  const early = Array.from(code.matchAll(statement), ([, verb, namespace, list, module = ""]): Import => {
    if (list !== undefined) return { module, names: listed(list).map(({ of }) => of) }
    return { module, names: verb === "import" && namespace !== undefined ? membersOf(namespace, body) : undefined }
  })
  const late = Array.from(
    body.matchAll(/\bimport\(\s*"([^"]+)"\s*\)(?:\.then\(\(\{([^}]*)\})?/g),
    ([, module = "", list]): Import => ({
      module,
      names: list === undefined ? undefined : listed(list).map(({ of }) => of),
    }),
  )
  return [...early, ...late]
}

/** The file of a module's name, if it is one of this repository. */
const resolve = (module: string, importer: string): string | undefined => {
  if (module.startsWith(".")) return join(dirname(importer), module)
  const [, name, subpath = ""] = /^@porthole\/([^/]+)(\/.*)?$/.exec(module) ?? []
  if (name === undefined) return undefined
  const { exports }: { readonly exports: Readonly<Record<string, string>> } = JSON.parse(
    readFileSync(join(packages, name, "package.json"), "utf8"),
  )
  const path = exports[`.${subpath}`] ?? exports["./*"]?.replace("*", subpath.slice(1))
  return path === undefined ? undefined : join(packages, name, path)
}

/** A barrel holds only exports from other files. */
const isBarrel = (code: string): boolean => code.replace(statement, "").trim() === "" && /^export/m.test(code)

/** The files that declare the names: the file itself unless it is a barrel. */
const declaring = (file: string, names: Names): ReadonlyArray<string> => {
  const code = codeOf(file)
  if (!isBarrel(code)) return [file]
  return Array.from(code.matchAll(statement)).flatMap(([, , namespace, list, module = ""]) => {
    const exported = namespace === undefined ? listed(list ?? "") : [{ of: namespace, as: namespace }]
    const taken = exported.filter(({ as }) => names === undefined || names.includes(as)).map(({ of }) => of)
    if (taken.length === 0) return []
    return declaring(join(dirname(file), module), namespace === undefined ? taken : undefined)
  })
}

/** All files of a way. */
const filesOf = ({ doors, from }: Way): ReadonlyArray<string> => {
  const seen = new Set<string>()
  const follow = (file: string): void => {
    if (seen.has(file) || doors.some((door) => relative(packages, file).startsWith(door))) return
    seen.add(file)
    for (const { module, names } of importsOf(codeOf(file))) {
      const next = resolve(module, file)
      if (next !== undefined && existsSync(next)) declaring(next, names).forEach(follow)
    }
  }
  from.flatMap((glob) => globSync(glob, { cwd: packages })).forEach((file) => follow(join(packages, file)))
  return Array.from(seen).toSorted()
}

for (const way of ways) {
  const files = filesOf(way)
  const lines = files.reduce((sum, file) => sum + readFileSync(file, "utf8").split("\n").length - 1, 0)
  process.stdout.write(`${way.name}: ${files.length} files, ${lines} lines\n`)
  if (process.argv.includes("--list")) for (const file of files) process.stdout.write(`  ${relative(packages, file)}\n`)
}
