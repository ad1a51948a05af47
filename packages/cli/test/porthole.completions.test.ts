/** Tests the completions of each shell; the shell itself parses them. */
import { spawnSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, describe, it } from "vitest"
import { porthole } from "./support/inProcess.ts"
import { environment } from "./support/porthole.ts"

/** A settings folder for the shells; fish creates its own at each start. */
const folder = mkdtempSync(join(tmpdir(), "porthole-completions-"))
afterAll(() => rmSync(folder, { recursive: true }))

const run = (shell: string, args: ReadonlyArray<string>) =>
  spawnSync(shell, args, { encoding: "utf8", env: environment({ XDG_CONFIG_HOME: folder }) })

const isInstalled = (shell: string): boolean => {
  const isThere = run(shell, ["-c", "true"]).status === 0
  // oxlint-disable-next-line no-console -- a skipped test must not go unnoticed
  if (!isThere) console.warn(`SKIPPED: the completions of ${shell}: it isn't installed.`)
  return isThere
}

describe("porthole --completions", () => {
  it.each(["bash", "zsh", "fish"].filter(isInstalled))("%s is a script that it parses", async (shell) => {
    const { code, stderr, stdout } = await porthole(["--completions", shell])
    assert.deepStrictEqual([code, stderr], [0, ""])
    for (const word of ["search-and-fetch", "max-results", "claude-desktop"]) assert.include(stdout, word)
    writeFileSync(join(folder, "script"), stdout)
    const parsed = run(shell, ["-n", join(folder, "script")])
    assert.deepStrictEqual([parsed.status, parsed.stderr], [0, ""])
  })

  it.skipIf(!isInstalled("bash"))("completes a command, a flag and a client in bash", async () => {
    const { stdout } = await porthole(["--completions", "bash"])
    const complete = (line: string) => {
      const words = line.split(" ")
      const script = `${stdout}
        COMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}
        COMP_LINE='${line}'; COMP_POINT=${line.length}
        "$(complete -p porthole | sed 's/.*-F \\([^ ]*\\).*/\\1/')" porthole '${words.at(-1)}' '${words.at(-2)}'
        printf '%s\\n' "\${COMPREPLY[@]}"`
      return run("bash", ["-c", script]).stdout.trim().split(/\s+/)
    }
    writeFileSync(join(folder, "tides.html"), "")
    assert.deepStrictEqual(complete(`porthole extract ${folder}/ti`), [join(folder, "tides.html")])
    assert.includeMembers(complete("porthole se"), ["search", "search-and-fetch"])
    assert.deepStrictEqual(complete("porthole fetch --no-c"), ["--no-cache"])
    assert.deepStrictEqual(complete("porthole init clau"), ["claude-desktop", "claude-code"])
  })

  it("of another shell is wrong usage", async () => {
    assert.strictEqual((await porthole(["--completions", "tcsh"])).code, 2)
  })
})
