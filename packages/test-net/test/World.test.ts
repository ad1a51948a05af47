/**
 * Tests the network itself: its private side notices every connection, it has no route out, and any program can run in
 * it.
 */
import { assert, describe, it } from "vitest"
import { spawnSync } from "node:child_process"
import { join } from "node:path"
import manifest from "../../../package.json" with { type: "json" }
import { packedProgram } from "../../cli/test/support/packed.ts"
import { Network, PrivateSide } from "../src/index.ts"
import type { Knock } from "./programs/probe.ts"

const root = join(import.meta.dirname, "../../..")
const enter = join(import.meta.dirname, "../src/enter.sh")

/** Runs a script in a network namespace that has a device `out`, and then {@link enter} in the same namespace. */
const enterWith = (route: string) => {
  const device = "ip link add out type veth peer name far && ip link set out up && ip address add 192.0.2.1/24 dev out"
  const device6 = "ip address add 2001:db8::1/64 dev out nodad"
  const script = [device, device6, route, `exec bash ${enter} --inside echo entered`].join(" && ")
  return spawnSync("unshare", ["--net", "--mount", "bash", "-c", script], { encoding: "utf8" })
}

describe.skipIf(Network.isMissing())("the small Internet", () => {
  it("notices every connection to its private side, and answers like the imitated service", async () => {
    const knocks = await Network.run<ReadonlyArray<Knock>>(packedProgram("probe"))
    assert.lengthOf(knocks, PrivateSide.addresses.length * PrivateSide.ports.length)
    for (const { answer, door, intruders } of knocks) {
      assert.deepStrictEqual(intruders, [door])
      assert.include(answer, door.endsWith(":6379") ? "+PONG" : PrivateSide.secret, door)
    }
  })

  it.each([
    ["a default route", "ip route add default via 192.0.2.2"],
    ["a default route without a gateway", "ip route add default dev out"],
    ["a default route of IPv6", "ip -6 route add default via 2001:db8::2"],
    ["a route to some network behind a gateway", "ip route add 198.51.100.0/24 via 192.0.2.2"],
    ["half of the Internet on a device", "ip route add 0.0.0.0/1 dev out"],
    ["IPv6 on a device", "ip -6 route add 2000::/3 dev out"],
    ["a default route in another table", "ip route add default via 192.0.2.2 table 7"],
  ])("can't be entered where there is %s", (_name, route) => {
    const { status, stderr, stdout } = enterWith(route)
    assert.include(stderr, "this network has a way out")
    assert.strictEqual(status, 97)
    assert.notInclude(stdout, "entered")
  })

  it("is entered by the same steps where there is no route", () => {
    assert.include(enterWith("true").stdout, "entered")
  })

  it("runs any program with one command, and returns its exit code", () => {
    const run = (command: string) =>
      spawnSync("bash", ["-c", `${manifest.scripts.net} ${command}`], { cwd: root, encoding: "utf8" })
    const { status, stdout } = run("ip -o address show dev lo")
    assert.strictEqual(status, 0)
    assert.include(stdout, "93.184.216.34/32")
    assert.strictEqual(run("bash -c 'exit 7'").status, 7)
    assert.notStrictEqual(run("ip route get 1.1.1.1").status, 0)
  })
})
