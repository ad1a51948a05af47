/** Bodies, times and tries, without one of their checks each. */
import { coreTest, domain, fetchTest, type Mutant, transport, usecase } from "./Mutant.ts"

const Body = transport("Body")
const Decoder = transport("Decoder")
const Encoding = transport("Body")
const Retry = transport("Retry")

const bodies = fetchTest("ContentEncoding")
const walk = fetchTest("PinnedFetch")
const images = fetchTest("PinnedImage")
const kernelImages = coreTest("usecases/fetchImage")

export const bodyMutants: ReadonlyArray<Mutant> = [
  {
    name: "cap of decoded bytes",
    protects: "memory: a page without end",
    edits: [{ file: transport("Decoder"), find: "chunk.length > room", replace: "chunk.length < 0" }],
    tests: [bodies, walk],
  },
  {
    name: "cap inside the decoder",
    protects: "memory: a bomb, of which one chunk unfolds to thousands",
    edits: [
      {
        file: Decoder,
        find: "if (this.decoded.add(chunk)) return",
        replace: "if (this.decoded.add(chunk) || chunk.length > 0) return",
      },
    ],
    tests: [bodies],
  },
  {
    name: "cap of bytes on the wire",
    protects: "traffic without end that decodes to nothing",
    edits: [{ file: Decoder, find: "state.received > maxBytes ?", replace: "state.received < 0 ?" }],
    tests: [bodies],
  },
  {
    name: "Content-Length over the cap",
    protects: "traffic: a body that says beforehand that it is too large",
    edits: [{ file: Body, find: 'Number(headers["content-length"] ?? 0) > maxBytes', replace: "maxBytes < 0" }],
    tests: [walk, images],
  },
  {
    name: "one Content-Encoding",
    protects: "chains of codings, by which a few bytes become gigabytes (CVE-2026-22036)",
    edits: [
      {
        file: Encoding,
        find: '(contentEncoding ?? "").trim()',
        replace: '((contentEncoding ?? "").split(",").at(-1) ?? "").trim()',
      },
    ],
    tests: [bodies],
  },
  {
    name: "known Content-Encodings only",
    protects: "bytes that nobody decoded, read as text",
    edits: [
      {
        file: Encoding,
        find: "return Effect.fail(Decoder.malformed(undefined))",
        replace: "return collect(body, maxBytes)",
      },
    ],
    tests: [bodies],
  },
  {
    name: "frames of one body",
    protects: "time: a decoder made anew for every few bytes",
    edits: [{ file: Decoder, find: "this.#frames < maxFrames", replace: "this.#frames > 0" }],
    tests: [bodies],
  },
  {
    name: "the declared type",
    protects: "files that no page is, read all the same",
    edits: [{ file: Body, find: '!mayDeclare(headers["content-type"])', replace: "mayDeclare === undefined" }],
    tests: [walk, images],
  },
  {
    name: "text that is binary",
    protects: "a file that lies about its type",
    edits: [{ file: transport("ContentType"), find: "if (isBinary(start))", replace: "if (false)" }],
    tests: [walk, fetchTest("ContentType")],
  },
  {
    name: "no redirect of an image",
    protects: "an image proxy sent to a private place",
    edits: [{ file: transport("PinnedImage"), find: ', redirects: "refuse"', replace: "" }],
    tests: [images],
  },
  {
    name: "an image by its bytes",
    protects: "SVG, HTML and anything else that says it is an image",
    edits: [
      {
        file: domain("Image"),
        find: "sniff(bytes) :",
        replace: '(sniff(bytes) ?? "image/png") :',
      },
    ],
    tests: [kernelImages, images],
  },
  {
    name: "an image's declared type, in the kernel",
    protects: "the same from a backend of someone else's",
    edits: [{ file: domain("Image"), find: "mayDeclare(content_type) ?", replace: "content_type !== null ?" }],
    tests: [kernelImages],
  },
  {
    name: "an image's size, in the kernel",
    protects: "memory, from a backend of someone else's",
    edits: [{ file: domain("Image"), find: "bytes.length > maxBytes", replace: "maxBytes < 0" }],
    tests: [kernelImages],
  },
  {
    name: "deadline of a page",
    protects: "a caller who waits for a site that never answers",
    edits: [{ file: usecase("webFetch"), find: "duration: fetch_timeout", replace: 'duration: "9 days"' }],
    tests: [coreTest("usecases/webFetch")],
  },
  {
    name: "deadline of an image",
    protects: "the same, for images",
    edits: [{ file: usecase("fetchImage"), find: "duration: settings.fetch_timeout", replace: 'duration: "9 days"' }],
    tests: [kernelImages],
  },
  {
    name: "deadline of reading",
    protects: "time: a page made to be slow to read",
    edits: [
      {
        file: transport("PinnedFetch"),
        find: "duration: readingTime,",
        replace: 'duration: "9 days",',
      },
    ],
    tests: [walk],
  },
  {
    name: "deadline of the second try",
    protects: "a site that has us wait by Retry-After",
    edits: [{ file: Retry, find: "now + Duration.toMillis(wait) >= endsAt", replace: "now < 0 && endsAt < 0" }],
    tests: [walk],
  },
  {
    name: "permits of a host",
    protects: "a site that is flooded in our name",
    edits: [
      {
        file: transport("HostLimit"),
        find: "makeLine(per_host_concurrency)",
        replace: "makeLine(per_host_concurrency + 1e6)",
      },
    ],
    tests: [fetchTest("HostLimit"), walk],
  },
  {
    name: "one second try",
    protects: "a site that is asked for ever",
    edits: [
      {
        file: Retry,
        find: "return yield* attempt\n",
        replace:
          "return yield* Effect.catchIf(attempt, ({ transient }) => transient, (again) => secondTry(attempt, again))\n",
      },
    ],
    tests: [walk],
  },
  {
    name: "no second try of a blocked URL",
    protects: "a host that is asked until DNS answers as wanted",
    edits: [
      {
        file: transport("Walk"),
        find: "    Retry.final(from === undefined ?",
        replace: "    Retry.transient(from === undefined ?",
      },
    ],
    tests: [walk],
  },
  {
    name: "no second try of a blocked redirect",
    protects: "a site that is asked until it redirects as wanted",
    edits: [{ file: transport("Walk"), find: "onFailure: Retry.final", replace: "onFailure: Retry.transient" }],
    tests: [walk],
  },
]
