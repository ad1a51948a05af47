/**
 * Builds the applications: `node build.mjs FOLDER`. Each gets a folder of its name with the module `main.js`, its lazy
 * parts and, where its framework has one, a style sheet.
 */
import { transformAsync } from "@babel/core"
import { build } from "esbuild"
import { readFileSync } from "node:fs"
import { basename, dirname, join } from "node:path"
import { compile, compileModule } from "svelte/compiler"
import { compileScript, parse } from "vue/compiler-sfc"

const out = process.argv[2]
const source = join(import.meta.dirname, "src")

/** A plugin that turns files of one kind into JavaScript. */
const loader = (name, filter, toScript) => ({
  name,
  setup: (bundler) =>
    bundler.onLoad({ filter }, async ({ path }) => ({
      contents: await toScript(readFileSync(path, "utf8"), path),
      resolveDir: dirname(path),
    })),
})

const svelte = loader("svelte", /\.svelte(\.js)?$/, (text, filename) =>
  filename.endsWith(".js")
    ? compileModule(text, { filename, generate: "client" }).js.code
    : compile(text, { filename, generate: "client", css: "injected" }).js.code,
)

const vue = loader("vue", /\.vue$/, (text, filename) => {
  const { descriptor } = parse(text, { filename })
  return compileScript(descriptor, { id: basename(filename), inlineTemplate: true }).content
})

const solid = loader("solid", /solid\.jsx$/, async (text, filename) => {
  const { code } = await transformAsync(text, {
    filename,
    cwd: import.meta.dirname,
    presets: ["solid"],
    babelrc: false,
    configFile: false,
  })
  return code
})

/** The entries, and what each needs besides the usual. */
const applications = {
  react: ["react.jsx", {}],
  vue: ["vue.js", { plugins: [vue], alias: { vue: "vue/dist/vue.esm-bundler.js" } }],
  svelte: ["svelte.js", { plugins: [svelte], conditions: ["svelte", "browser"] }],
  solid: ["solid.jsx", { plugins: [solid], conditions: ["browser"] }],
  preact: ["preact.jsx", { jsxImportSource: "preact" }],
  lit: ["lit.js", {}],
  // Its compiler is imported for its effect, which its package denies.
  angular: ["angular.js", { ignoreAnnotations: true }],
  alpine: ["alpine.js", {}],
  mithril: ["mithril.js", {}],
  signals: ["signals.js", {}],
}

for (const [name, [entry, options]] of Object.entries(applications))
  await build({
    entryPoints: [{ in: join(source, entry), out: "main" }],
    outdir: join(out, name),
    bundle: true,
    splitting: true,
    format: "esm",
    absWorkingDir: import.meta.dirname,
    target: "es2022",
    minify: true,
    jsx: "automatic",
    define: {
      "process.env.NODE_ENV": '"production"',
      __VUE_OPTIONS_API__: "true",
      __VUE_PROD_DEVTOOLS__: "false",
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: "false",
      ngDevMode: "false",
      ngJitMode: "true",
      ngServerMode: "false",
    },
    logLevel: "error",
    ...options,
  })
