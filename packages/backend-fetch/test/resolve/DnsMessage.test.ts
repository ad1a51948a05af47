import { assert, describe, it } from "@effect/vitest"
import { HostName } from "@porthole/core"
import { Result } from "effect"
import * as fc from "fast-check"
import * as DnsMessage from "../../src/resolve/DnsMessage.ts"
import {
  A,
  AAAA,
  address,
  alias,
  encoded,
  type Oddities,
  pointer,
  type Record,
  response,
} from "../support/DnsAnswers.ts"

const nameOf = (text: string): HostName.HostName => HostName.fromText(text) ?? assert.fail(text)
const host = nameOf("www.site.test")

/** What is read of a response to a question for the host; a failure is its reason. */
const read = (records: ReadonlyArray<Record>, oddities?: Oddities, type: DnsMessage.AddressType = A) =>
  outcome(response(DnsMessage.question(host, type), records, oddities), type)

const outcome = (message: Uint8Array, type: DnsMessage.AddressType = A) =>
  Result.match(DnsMessage.addressesIn(message, host, type), {
    onFailure: ({ reason }) => reason,
    onSuccess: (addresses) => addresses,
  })

describe("a question", () => {
  it("is a standard query with recursion, one question and the id 0 (RFC 1035 section 4.1)", () => {
    assert.strictEqual(
      Buffer.from(DnsMessage.question(nameOf("a.test"), AAAA)).toString("hex"),
      `000001000001000000000000${"0161"}${"0474657374"}00001c0001`,
    )
  })
})

describe("an answer", () => {
  it("has the addresses of its type, in their order", () => {
    const all = [address(host, "93.184.216.34"), address(host, "2001:db8:0:0:0:0:0:1"), address(host, "10.0.0.1")]
    assert.deepStrictEqual(read(all), ["93.184.216.34", "10.0.0.1"])
    assert.deepStrictEqual(read(all, {}, AAAA), ["2001:db8:0:0:0:0:0:1"])
  })

  it("may have none, also of a name that doesn't exist", () => {
    assert.deepStrictEqual(read([]), [])
    assert.deepStrictEqual(read([], { flags: 0x8183 }), [])
  })

  it("is read by names in any case, whole or compressed", () => {
    assert.deepStrictEqual(read([address("WWW.Site.TEST", "10.0.0.1")]), ["10.0.0.1"])
    assert.deepStrictEqual(read([address(pointer(12), "10.0.0.1")]), ["10.0.0.1"])
    // `www`, then a pointer to `site.test` in the question.
    const partly = Buffer.concat([Buffer.from([3]), Buffer.from("www"), pointer(16)])
    assert.deepStrictEqual(read([address(partly, "10.0.0.1")]), ["10.0.0.1"])
  })

  it("is followed along its aliases, whatever their order", () => {
    const chain = [alias("b.test", "c.test"), address("c.test", "10.0.0.1"), alias(host, "b.test")]
    assert.deepStrictEqual(read(chain), ["10.0.0.1"])
  })

  it("has nothing to say about other names", () => {
    const others = [address("other.test", "10.0.0.1"), alias(host, "b.test"), address(host, "10.0.0.2")]
    assert.deepStrictEqual(read(others), [])
  })

  it("may contain records of other types and classes", () => {
    const text: Record = { owner: host, type: 16, data: Buffer.from("\u0003abc") }
    const chaos: Record = { ...address(host, "10.0.0.9"), class: 3 }
    assert.deepStrictEqual(read([text, chaos, address(host, "10.0.0.1")]), ["10.0.0.1"])
  })
})

const many = (count: number) => Array.from({ length: count }, () => address(pointer(12), "10.0.0.1"))
const aliases = (count: number) => [
  alias(host, "a0.test"),
  ...Array.from({ length: count - 1 }, (_, at) => alias(`a${at}.test`, `a${at + 1}.test`)),
  address(`a${count - 1}.test`, "10.0.0.1"),
]

describe("an answer of a server that lies", () => {
  it.each<[string, string, ReadonlyArray<Record>, Oddities?]>([
    ["a query instead of a response", "malformed", [], { flags: 0x0100 }],
    ["a response to another kind of query", "malformed", [], { flags: 0x8980 }],
    ["a truncated response", "malformed", [], { flags: 0x8380 }],
    ["no question", "malformed", [], { questions: 0 }],
    ["two questions", "malformed", [], { questions: 2 }],
    ["a server's failure", "failed", [], { flags: 0x8182 }],
    ["a refusal", "failed", [], { flags: 0x8185 }],
    ["fewer records than it counts", "malformed", many(1), { count: 2 }],
    ["more records than are allowed", "too_many_records", many(513)],
    ["10,000 records by its count", "too_many_records", [], { count: 10_000 }],
    ["an address of three bytes", "malformed", [{ owner: host, type: A, data: Buffer.alloc(3) }]],
    ["an address of sixteen bytes as A", "malformed", [{ owner: host, type: A, data: Buffer.alloc(16) }]],
    ["an alias of itself", "too_many_aliases", [alias(host, host)]],
    ["aliases in a circle", "too_many_aliases", [alias(host, "b.test"), alias("b.test", host)]],
    ["more aliases than are allowed", "too_many_aliases", aliases(DnsMessage.maxAliases + 1)],
    ["an alias of half a name", "too_many_aliases", [alias(host, Buffer.from([9, 97]))]],
    ["an alias with bytes behind its name", "too_many_aliases", [alias(host, Buffer.from([1, 97, 0, 0]))]],
    ["a name that points at itself", "malformed", [address(pointer(31), "10.0.0.1")]],
    ["a name that points forwards", "malformed", [address(pointer(40), "10.0.0.1")]],
    ["a name that points behind the message", "malformed", [address(pointer(0x3fff), "10.0.0.1")]],
    ["a label with a reserved length", "malformed", [address(Buffer.alloc(80, 0x40), "10.0.0.1")]],
    ["a label with a dot", "malformed", [address(Buffer.from("\u0003a.b\u0000"), "10.0.0.1")]],
    ["a name longer than 255 bytes", "malformed", [address(Array(5).fill("x".repeat(63)).join("."), "10.0.0.1")]],
  ])("that has %s is %s", (_name, reason, records, oddities) =>
    assert.strictEqual(String(read(records, oddities)), reason),
  )

  it("may have as many records and aliases as are allowed", () => {
    assert.lengthOf(read(many(DnsMessage.maxRecords)), DnsMessage.maxRecords)
    assert.deepStrictEqual(read(aliases(DnsMessage.maxAliases)), ["10.0.0.1"])
  })

  it("is refused for another question", () => {
    assert.strictEqual(outcome(response(DnsMessage.question(nameOf("other.test"), A), [])), "malformed")
    assert.strictEqual(outcome(response(DnsMessage.question(host, AAAA), [])), "malformed")
  })

  it("is refused for its size, and where it ends early", () => {
    const whole = response(DnsMessage.question(host, A), [alias(host, "b.test"), address("b.test", "10.0.0.1")])
    for (let size = 0; size < whole.length; size++) assert.strictEqual(outcome(whole.subarray(0, size)), "malformed")
    assert.strictEqual(outcome(Buffer.concat([whole, Buffer.alloc(DnsMessage.maxBytes)])), "too_large")
  })

  it("costs a bounded number of steps: pointers that lead to pointers end", () => {
    // 30,000 bytes of a record's data that nobody reads: each pointer leads to the one before it.
    const start = 31 + encoded("x").length + 10
    const ladder = Buffer.alloc(30_000)
    for (let at = 2; at < ladder.length && start + at <= 0x3fff; at += 2) pointer(start + at - 2).copy(ladder, at)
    const top = pointer(0x3ffe - ((0x3ffe - start) % 2))
    const records = [
      { owner: "x", type: 16, data: ladder },
      ...Array.from({ length: 500 }, () => address(top, "10.0.0.1")),
    ]
    assert.strictEqual(read(records), "malformed")
  })

  it("of any bytes is read or refused, and nothing dies", () =>
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isAnswer) => {
        const head = response(DnsMessage.question(host, A), [], { count: 3 })
        const message = isAnswer ? Buffer.concat([head, bytes]) : bytes
        assert.isTrue(
          ["malformed", "too_many_aliases", "failed", "too_many_records"].includes(String(outcome(message))) ||
            Array.isArray(outcome(message)),
        )
      }),
      { numRuns: 2_000 },
    ))
})
