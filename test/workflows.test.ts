/** The repository's own face: workflows with pinned actions and least permissions, forms, owners, and READMEs. */
import { assert, describe, it } from "vitest"
import { existsSync, globSync, readFileSync } from "node:fs"
import { registerHooks } from "node:module"
import { join } from "node:path"
import { parse } from "yaml"
import { areas } from "./mutation/areas.ts"

const root = join(import.meta.dirname, "..")
const read = (file: string) => readFileSync(join(root, file), "utf8")

// The package imports JSON without the attribute that Node demands.
const hooks = registerHooks({
  load: (url, context, next) =>
    next(url, url.endsWith(".json") ? { ...context, importAttributes: { type: "json" } } : context),
})
const { NoOperationTraceWriter, parseWorkflow } = await import("@actions/workflow-parser")
hooks.deregister()

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}

interface Job {
  readonly permissions?: Readonly<Record<string, string>>
  readonly steps: ReadonlyArray<Step>
  readonly strategy?: { readonly matrix: Readonly<Record<string, ReadonlyArray<string>>> }
  readonly "timeout-minutes"?: number
}

interface Workflow {
  readonly permissions?: unknown
  readonly jobs: Readonly<Record<string, Job>>
}

const workflowOf = (file: string): Workflow => parse(read(file))

/** The errors of GitHub's own parser, by its schema. */
const errorsOf = (name: string, content: string): ReadonlyArray<string> =>
  parseWorkflow({ name, content }, new NoOperationTraceWriter())
    .context.errors.getErrors()
    .map(({ message }) => message)

describe.each(globSync(".github/workflows/*.yml", { cwd: root }))("%s", (file) => {
  const { jobs, permissions } = workflowOf(file)

  it("is valid", () => {
    assert.deepStrictEqual(errorsOf(file, read(file)), [])
  })

  it("pins every action by its commit, with the version beside", () => {
    const uses = read(file).match(/\buses:.*/g) ?? []
    assert.isAtLeast(uses.length, 1)
    for (const line of uses) assert.match(line, /^uses: [\w-]+(?:\/[\w.-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it("has no permissions but those that a job names", () => {
    assert.deepStrictEqual(permissions, {})
    for (const [name, job] of Object.entries(jobs)) {
      assert.isDefined(job.permissions, name)
      assert.notProperty(job.permissions, "write-all")
      assert.isDefined(job["timeout-minutes"], name)
    }
  })

  it("writes with a job's token only what the job is for", () => {
    const written = Object.entries(jobs).flatMap(([name, job]) =>
      Object.entries(job.permissions ?? {}).flatMap(([scope, access]) =>
        access === "read" ? [] : `${name}: ${scope}`,
      ),
    )
    assert.deepStrictEqual(written, writers[file] ?? [])
  })

  it("leaves no credentials in a checkout, and no expression in a script", () => {
    for (const { steps } of Object.values(jobs)) {
      for (const step of steps) {
        if (step.uses?.startsWith("actions/checkout@")) assert.strictEqual(step.with?.["persist-credentials"], false)
        assert.notInclude(step.run ?? "", "${{")
      }
    }
  })
})

const writers: Readonly<Record<string, ReadonlyArray<string>>> = {
  ".github/workflows/codeql.yml": ["analyze: security-events"],
  ".github/workflows/release.yml": [
    "version: contents",
    "version: pull-requests",
    "publish: contents",
    "publish: id-token",
  ],
}

it("the parser of workflows notices an unknown key and an unknown permission", () => {
  const broken = (line: string) =>
    errorsOf("broken.yml", `on: push\njobs:\n  a:\n    runs-on: x\n    ${line}\n    steps:\n      - run: x\n`)
  assert.isEmpty(broken("permissions: { id-token: write }"))
  assert.isNotEmpty(broken("permissions: { id-tokens: write }"))
  assert.isNotEmpty(broken("timeout: 3"))
})

it("one action has one commit everywhere", () => {
  const commits = new Map<string, string>()
  for (const file of globSync(".github/workflows/*.yml", { cwd: root })) {
    for (const [, action = "", commit = ""] of read(file).matchAll(/uses: ([\w-]+\/[\w-]+)\S*@(\S+)/g)) {
      assert.strictEqual(commits.get(action) ?? commit, commit, action)
      commits.set(action, commit)
    }
  }
})

it("every area of mutation testing runs at night", () => {
  const { mutation } = workflowOf(".github/workflows/nightly.yml").jobs
  assert.deepStrictEqual(mutation?.strategy?.matrix["area"], Object.keys(areas))
})

describe("a form for issues", () => {
  interface Field {
    readonly type: string
    readonly id?: string
    readonly attributes: { readonly label?: string; readonly value?: string; readonly options?: ReadonlyArray<unknown> }
  }

  interface Form {
    readonly name: string
    readonly description: string
    readonly body: ReadonlyArray<Field>
  }

  const forms = globSync(".github/ISSUE_TEMPLATE/*.yml", { cwd: root }).filter((file) => !file.endsWith("config.yml"))

  it("exists for bugs, features and providers", () => {
    assert.deepStrictEqual(forms.map((file) => file.replace(/.*\//, "")).toSorted(), [
      "bug.yml",
      "feature.yml",
      "provider.yml",
    ])
  })

  it.each(forms)("%s has what GitHub demands of each field", (file) => {
    const { body, description, name }: Form = parse(read(file))
    assert.isTrue(name.length > 0 && description.length > 0)
    const ids = body.flatMap(({ id }) => id ?? [])
    assert.strictEqual(new Set(ids).size, ids.length)
    for (const { attributes, id, type } of body) {
      assert.include(["markdown", "input", "textarea", "dropdown", "checkboxes"], type)
      if (type === "markdown") assert.isString(attributes.value)
      else assert.isTrue(id !== undefined && attributes.label !== undefined, `${type} of ${file}`)
      if (type === "dropdown" || type === "checkboxes") assert.isAtLeast(attributes.options?.length ?? 0, 1)
    }
  })
})

it("every path in CODEOWNERS exists and has an owner", () => {
  const rows = read(".github/CODEOWNERS")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
  assert.isAtLeast(rows.length, 2)
  for (const row of rows) {
    const [path = "", ...owners] = row.split(" ")
    assert.isTrue(path === "*" || existsSync(join(root, path)), row)
    assert.isTrue(owners.length > 0 && owners.every((owner) => /^@[\w-]+(?:\/[\w-]+)?$/.test(owner)), row)
  }
})

describe("the README of", () => {
  const published = globSync("packages/*/package.json", { cwd: root }).filter((file) => !JSON.parse(read(file)).private)

  it.each(published)("%s says what the package is, how to install it, and shows an example", (file) => {
    const { name }: { readonly name: string } = JSON.parse(read(file))
    const text = read(file.replace("package.json", "README.md"))
    assert.match(text, new RegExp(`^# ${name}\n\n\\S`))
    assert.match(text, new RegExp(`\\b(?:npm install|npx).* ${name}\\b`))
    assert.match(text, /^```(?:ts|sh)$/m)
    assert.include(text, "](../../README.md)")
    assert.include(text, "](../../docs/")
  })
})
