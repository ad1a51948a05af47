/** How a user starts each bundler, without settings of ours, and where its output is. */
import { join } from "node:path"

/** The exact versions of the programs that test what is published. None is a dependency of this workspace. */
export const programs = {
  "@arethetypeswrong/cli": "0.18.5",
  "@rollup/plugin-commonjs": "29.0.3",
  "@rollup/plugin-json": "6.1.0",
  "@rollup/plugin-node-resolve": "16.0.3",
  esbuild: "0.28.2",
  publint: "0.3.25",
  rollup: "4.68.7",
  tsup: "9.0.0",
  typescript: "7.0.2",
  verdaccio: "6.10.4",
  vite: "8.4.0",
  webpack: "5.113.0",
  "webpack-cli": "7.3.1",
} as const

/** One row of the table in docs/guides/node.md. */
export interface Row {
  readonly name: string
  readonly format: "CommonJS" | "ES module"
  /** The program, beside the tools' `node_modules`, and its words. */
  readonly program: string
  readonly args: ReadonlyArray<string>
  readonly output: string
  readonly files?: Readonly<Record<string, string>>
  /** Whether Porthole is inside of the output, without its reader's files. */
  readonly isWhole: boolean
}

const esbuild = (format: string, output: string, ...more: ReadonlyArray<string>) => ({
  program: "esbuild/bin/esbuild",
  args: ["app.mjs", "--bundle", "--platform=node", `--format=${format}`, `--outfile=${output}`, ...more],
  output,
})

const rollup = (format: string, folder: string, ...more: ReadonlyArray<string>) => {
  const extension = format === "cjs" ? "cjs" : "mjs"
  const names = ["--entryFileNames", `[name].${extension}`, "--chunkFileNames", `[name]-[hash].${extension}`]
  return {
    program: "rollup/dist/bin/rollup",
    args: ["app.mjs", "-f", format, "-d", folder, ...names, ...more],
    output: join(folder, `app.${extension}`),
  }
}
const plugins = ["node-resolve", "commonjs", "json"].flatMap((name) => ["-p", name])

const webpack = (folder: string, output: string, more: string, kind = "") => ({
  program: "webpack/bin/webpack.js",
  args: ["-c", `${folder}.config.cjs`],
  files: {
    [`${folder}.config.cjs`]: `module.exports = { mode: "production", target: "node", entry: "./app.mjs", ${more}
      output: { ${kind}path: __dirname + "/${folder}", filename: "${output}" } }`,
  },
  output: join(folder, output),
})

const vite = (folder: string, output: string, more: string, ssr = "") => ({
  program: "vite/bin/vite.js",
  args: ["build", "-c", `${folder}.config.mjs`, "--logLevel", "warn"],
  files: {
    [`${folder}.config.mjs`]: `export default { ${ssr} build: { ssr: "app.mjs", outDir: "${folder}",
      rollupOptions: { output: { ${more} entryFileNames: "${output}" } } } }`,
  },
  output: join(folder, output),
})

const tsup = (format: string, folder: string, output: string) => ({
  program: "tsup/dist/cli-default.js",
  args: ["app.mjs", "--format", format, "-d", folder],
  output: join(folder, output),
})

const [es, commonJs] = ["ES module", "CommonJS"] as const

export const rows: ReadonlyArray<Row> = [
  { name: "esbuild", format: es, isWhole: true, ...esbuild("esm", "esbuild.mjs") },
  { name: "esbuild", format: commonJs, isWhole: true, ...esbuild("cjs", "esbuild.cjs") },
  { name: "esbuild, external", format: es, isWhole: false, ...esbuild("esm", "ex.mjs", "--external:@porthole/*") },
  {
    name: "esbuild, external",
    format: commonJs,
    isWhole: false,
    ...esbuild("cjs", "ex.cjs", "--external:@porthole/*"),
  },
  { name: "rollup", format: es, isWhole: false, ...rollup("es", "rollup-es") },
  { name: "rollup", format: commonJs, isWhole: false, ...rollup("cjs", "rollup-cjs") },
  { name: "rollup, node-resolve", format: es, isWhole: true, ...rollup("es", "whole-es", ...plugins) },
  { name: "rollup, node-resolve", format: commonJs, isWhole: true, ...rollup("cjs", "whole-cjs", ...plugins) },
  { name: "webpack", format: commonJs, isWhole: false, ...webpack("webpack-cjs", "app.cjs", "") },
  {
    name: "webpack",
    format: es,
    isWhole: false,
    ...webpack("webpack-es", "app.mjs", "experiments: { outputModule: true },", "module: true, "),
  },
  { name: "vite", format: es, isWhole: false, ...vite("vite-es", "app.mjs", "") },
  { name: "vite", format: commonJs, isWhole: false, ...vite("vite-cjs", "app.cjs", 'format: "cjs",') },
  {
    name: "vite, noExternal",
    format: es,
    isWhole: true,
    ...vite("vite-in", "app.mjs", "", "ssr: { noExternal: true },"),
  },
  { name: "tsup", format: es, isWhole: false, ...tsup("esm", "tsup-es", "app.js") },
  { name: "tsup", format: commonJs, isWhole: false, ...tsup("cjs", "tsup-cjs", "app.cjs") },
]
