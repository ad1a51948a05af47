/** Tests the host and the port of a URL, as lists and requests name them. */
import { assert, describe, it } from "@effect/vitest"
import { HostName } from "@porthole/core"

describe("of a URL", () => {
  it.each([
    ["https://Example.com./", "example.com", 443],
    ["http://example.com/", "example.com", 80],
    ["https://example.com:8443/", "example.com", 8_443],
    ["http://0x5db8d822/", "93.184.216.34", 80],
    ["https://[2606:2800:0220:1::1]/", "2606:2800:220:1::1", 443],
    ["https://ex~ample.com/", "ex~ample.com", 443],
  ])("%s the host is %s and the port %d", (text, host, port) => {
    const url = new URL(text)
    assert.deepStrictEqual([HostName.hostOf(url), HostName.portOf(url)], [host, port])
  })
})
