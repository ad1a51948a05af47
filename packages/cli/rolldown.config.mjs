/**
 * The packed command: `dist/porthole.js` and chunks that load when a command needs them. It needs no other package.
 *
 * Modules that at least 20 entries share are one chunk, because loading a file takes Node 0.4 ms, whatever its size. With
 * fewer entries that chunk would hold modules that `--help` doesn't need. The handling of signals stays out of it: the
 * entry loads it before the compile cache is on, and would load the whole chunk without that cache.
 *
 * `Entry.js` is the program of the threads and processes that read pages, `DocsIndexEntry.js` that of the thread with
 * the indexes of documentation, and each `*Format.js` reads a format. They are loaded by their URLs beside the bundle,
 * so they keep their names. They are bundled apart from the command: of the code that both need they take a quarter,
 * and every process loads it anew. `assets` holds files that formats load, and the unit of systemd; `THIRD-PARTY.txt` in
 * `dist` the licences of the bundled packages.
 */
import { cpSync, globSync } from "node:fs"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig } from "rolldown"
import { licences } from "../../packaging/licences/licences.mjs"

const formats = Object.fromEntries(
  globSync("../{extract/src/formats,extract-office/src,extract-pdf/src}/*Format.ts").map((file) => [
    basename(file, ".ts"),
    file,
  ]),
)

cpSync("../extract-pdf/assets", "assets", { recursive: true })
cpSync("../vectors-en/assets", "assets", { recursive: true })
cpSync("../vectors-en/NOTICE", "assets/NOTICE")
cpSync("../../packaging/porthole.service", "assets/porthole.service")
cpSync("../../skills", "skills", { recursive: true })

const common = {
  platform: "node",
  // Found by itself it would be the workspace's, which names folders that the container's build lacks.
  tsconfig: "tsconfig.build.json",
  resolve: {
    alias: {
      undici$: fileURLToPath(new URL("../backend-fetch/undici.mjs", import.meta.url)),
      // Its other edition loads its own files by a `require` that no bundler sees.
      "jsonc-parser": "jsonc-parser/lib/esm/main.js",
    },
  },
}

const output = { dir: "dist", format: "esm", minify: true }

/** For both bundles, in whichever folder they are written. */
const bundled = licences()

/** The command finds the formats beside itself. */
const besideCommand = {
  name: "formats-beside-command",
  resolveId: (id) =>
    /\/formats\/\w+Format\.ts$/.test(id) ? { id: `./${basename(id, ".ts")}.js`, external: true } : null,
}

/** As text V8 reads data in a fraction of the time that it takes for literals, of which the model has 140 KB. */
const dataAsText = {
  name: "data-as-text",
  transform: (code, id) =>
    id.endsWith(".json")
      ? { code: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(code)))})`, moduleType: "js" }
      : null,
}

const groups = [
  { name: "signals", test: /\/src\/Signals\.ts$/, priority: 1 },
  { name: "shared", minShareCount: 20 },
]

export default defineConfig([
  {
    ...common,
    input: { porthole: "src/bin.ts" },
    plugins: [besideCommand, bundled],
    output: { ...output, cleanDir: true, codeSplitting: { groups } },
  },
  {
    ...common,
    input: {
      Entry: "../reader-pool/src/Entry.ts",
      DocsIndexEntry: "../docs-index/src/worker/Entry.ts",
      FrontierEntry: "../jobs/src/worker/Entry.ts",
      ...formats,
    },
    plugins: [dataAsText, bundled],
    output,
  },
])
