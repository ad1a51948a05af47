/** The address policy and the proofs that it gives out, without one of their checks each. */
import { coreTest, fetchTest, type Mutant, never, policy, transport } from "./Mutant.ts"

const PublicAddress = policy("PublicAddress")
const SpecialPurpose = policy("PublicAddress")
const Hop = policy("Hop")

const vectors = coreTest("policy/vectors")
const properties = coreTest("policy/properties")
const types = coreTest("policy/types")
const why = coreTest("policy/WhyNotPublic")
const walk = fetchTest("PinnedFetch")

const v4Table = { file: PublicAddress, find: "!v4Blocks.some((block) => address.match(block))", replace: "true" }
const v6Table = { file: PublicAddress, find: "!v6Blocks.some((block) => address.match(block))", replace: "true" }
const v4Range = { file: PublicAddress, find: 'address.range() === "unicast" && !v4Blocks', replace: "!v4Blocks" }
const v6Range = {
  file: PublicAddress,
  find: 'address.range() === "unicast" &&\n    !v6Blocks',
  replace: "!v6Blocks",
}

export const addressMutants: ReadonlyArray<Mutant> = [
  {
    name: "mixed answers",
    protects: "a name with a public and a private address, of which any may be dialled",
    edits: [
      {
        file: Hop,
        find: "if (address === undefined) return notPublic(vetted, target, answer, answers)",
        replace: "if (address === undefined) continue",
      },
    ],
    tests: [vectors, walk],
  },
  {
    name: "a literal's only answer is the literal",
    protects: "a resolver that has an opinion on literals",
    edits: [{ file: Hop, find: "target.literal ? [target.host] : answers", replace: "answers" }],
    tests: [types, walk],
  },
  {
    name: "addresses judged on later hops",
    protects: "a redirect to a name whose address is private",
    edits: [
      {
        file: transport("Walk"),
        find: "Hop.vet(url, answers, policy)",
        replace: "Hop.vet(url, answers, from === undefined ? policy : Object.assign({ later: true }, policy))",
      },
      {
        file: Hop,
        find: "PublicAddress.classify(answer)",
        replace: 'PublicAddress.classify(answer, "later" in policy)',
      },
      {
        file: PublicAddress,
        find: "static classify(text: string): PublicAddress | undefined {",
        replace:
          "static classify(text: string, any = false): PublicAddress | undefined {\n    if (any) return new PublicAddress(vetting, text, 4)",
      },
    ],
    tests: [walk],
  },
  {
    name: "private answers refused",
    protects: "every name whose address is private",
    edits: [
      {
        file: Hop,
        find: "PublicAddress.classify(answer)",
        replace: "PublicAddress.classify(answer, true)",
      },
      {
        file: PublicAddress,
        find: "static classify(text: string): PublicAddress | undefined {",
        replace:
          "static classify(text: string, any = false): PublicAddress | undefined {\n    if (any) return new PublicAddress(vetting, text, 4)",
      },
    ],
    tests: [vectors, walk],
  },
  {
    name: "the table of IPv4",
    protects: "blocks that the library doesn't know",
    edits: [v4Table],
    tests: [vectors, properties, why],
  },
  {
    name: "the library's ranges of IPv4",
    protects: "blocks that the table lacks",
    edits: [v4Range],
    tests: [vectors, properties, why],
    coveredBy: "both: the table and the ranges of IPv4",
  },
  {
    name: "both: the table and the ranges of IPv4",
    protects: "every private IPv4 address",
    edits: [
      {
        file: PublicAddress,
        find: 'address.range() === "unicast" && !v4Blocks.some((block) => address.match(block))',
        replace: "address.octets.length === 4",
      },
    ],
    tests: [vectors],
  },
  {
    name: "the table of IPv6",
    protects: "blocks that another release of the library might not know",
    edits: [v6Table],
    tests: [vectors, properties, why],
    coveredBy: "both: the table and the ranges of IPv6",
  },
  {
    name: "the library's ranges of IPv6",
    protects: "blocks that the table lacks",
    edits: [v6Range],
    tests: [vectors, properties, why],
    coveredBy: "both: the table and the ranges of IPv6",
  },
  {
    name: "both: the table and the ranges of IPv6",
    protects: "6to4, Teredo and other special addresses inside 2000::/3",
    edits: [
      {
        file: PublicAddress,
        find: 'address.range() === "unicast" &&\n    !v6Blocks.some((block) => address.match(block)) &&',
        replace: "",
      },
    ],
    tests: [vectors],
  },
  {
    name: "2000::/3",
    protects: "IPv6 space that nobody was given yet",
    edits: [{ file: PublicAddress, find: "address.match(globalUnicast) &&", replace: "" }],
    tests: [vectors, properties],
  },
  {
    name: "NAT64 judged by what it holds",
    protects: "private IPv4 behind a network's translator",
    edits: [
      {
        file: PublicAddress,
        find: "return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)))",
        replace: "return true",
      },
    ],
    tests: [vectors],
  },
  {
    name: "IPv4-mapped refused whole",
    protects: "one address in two spellings",
    edits: [
      {
        file: PublicAddress,
        find: "  if (address.match(nat64))",
        replace:
          "  if (address.isIPv4MappedAddress()) return isPublicV4(address.toIPv4Address())\n  if (address.match(nat64))",
      },
    ],
    tests: [vectors, properties],
  },
  {
    name: "ISATAP",
    protects: "private IPv4 behind a tunnel",
    edits: [{ file: PublicAddress, find: "address.parts[4] === high", replace: "high < 0" }],
    tests: [vectors, why],
  },
  {
    name: "168.63.129.16",
    protects: "the agent of Azure's host, at an address that is public elsewhere",
    edits: [{ file: SpecialPurpose, find: '"168.63.129.16/32"', replace: '"0.0.0.0/32"' }],
    tests: [vectors, properties],
  },
  {
    name: "IPv4 in four decimal parts only",
    protects: "answers that two readers read as two addresses (0177.0.0.1)",
    edits: [{ file: PublicAddress, find: "return fourParts.test(text) && ipaddr.IPv4", replace: "return ipaddr.IPv4" }],
    tests: [vectors, properties],
  },
  {
    name: "IPv6 without zones",
    protects: "answers that name a device of this machine",
    edits: [{ file: PublicAddress, find: "|| !spelling.test(text)", replace: "|| spelling === undefined" }],
    tests: [vectors, properties],
  },
  {
    name: "the constructor of PublicAddress",
    protects: "an address that code makes without a judgement",
    edits: [{ file: PublicAddress, find: "if (by !== vetting)", replace: `if (${never})` }],
    tests: [types],
  },
  {
    name: "the constructor of Hop",
    protects: "a hop that code makes without a judgement",
    edits: [{ file: Hop, find: "if (by !== vetting)", replace: `if (${never})` }],
    tests: [types],
  },
  {
    name: "the proof that a Hop is one",
    protects: "look-alikes with the right prototype",
    edits: [{ file: Hop, find: "#vetted in u && u.#vetted", replace: "u instanceof Hop" }],
    tests: [types],
  },
  {
    name: "a Hop can't be changed",
    protects: "an address that is swapped after it was judged",
    edits: [{ file: Hop, find: "Object.freeze(this)", replace: "void this.#vetted" }],
    tests: [types],
  },
  {
    name: "a Dialer takes nothing but a Hop",
    protects: "code without types that dials what it likes",
    edits: [{ file: transport("UndiciDialer"), find: "!Hop.is(hop)", replace: never }],
    tests: [fetchTest("NodeDialer")],
  },
]
