/** Sites whose bodies stop, never end, or have another length than declared. */
import * as Fault from "./Fault.ts"
import * as Responses from "./Responses.ts"

const sizedHead = (length: number | string) => Responses.head(Responses.htmlType, `Content-Length: ${length}`)
const chunkedHead = Responses.head(Responses.htmlType, "Transfer-Encoding: chunked")
const unsizedHead = Responses.head(Responses.htmlType, "Connection: close")
const extendedChunk = `1;x=${"y".repeat(4_096)}\r\nx\r\n`
const twice = Responses.html.length * 2

export const faults: ReadonlyArray<Fault.Fault> = [
  Fault.http("reset mid-body", Fault.malformed, Responses.sendAndReset(sizedHead(twice), Responses.html)),
  Fault.http("hang mid-body", Fault.timeout, Responses.send(sizedHead(twice), Responses.html)),
  Fault.http("hang mid-chunk", Fault.timeout, Responses.send(chunkedHead, "ffff\r\n", Responses.html)),
  Fault.http("no body at all", Fault.timeout, Responses.send(sizedHead(5))),
  Fault.http("body a byte a second", Fault.timeout, Responses.drip(sizedHead(1_000), Responses.html)),
  Fault.http("endless body", Fault.tooLarge, Responses.sendForever(unsizedHead, Responses.html)),
  Fault.http("endless chunks", Fault.tooLarge, Responses.sendForever(chunkedHead, Responses.chunk(Responses.html))),
  Fault.http(
    "endless small chunks",
    Fault.tooLarge,
    Responses.sendForever(chunkedHead, Responses.chunk("tide and harbour")),
  ),
  Fault.http("an endless chunk extension", Fault.malformed, Responses.sendForever(`${chunkedHead}5;x=`, "more")),
  Fault.http(
    "one-byte chunks with long extensions",
    Fault.malformed,
    Responses.sendForever(chunkedHead, extendedChunk),
  ),
  Fault.http("a chunk size of endless zeros", Fault.malformed, Responses.sendForever(chunkedHead, "0000")),
  Fault.http("endless trailers", Fault.malformed, Responses.sendForever(`${chunkedHead}0\r\n`, "X-More: yes\r\n")),
  Fault.http("a length too long", Fault.malformed, Responses.sendAndClose(sizedHead(twice), Responses.html)),
  Fault.http(
    "a length too short",
    Fault.page,
    Responses.sendAndClose(sizedHead(Responses.html.length), Responses.html, Responses.html),
  ),
  Fault.http("a length too short, for ever", Fault.page, Responses.sendForever(Responses.goodPage, Responses.html)),
  Fault.http("a length of 10 GB", Fault.tooLarge, Responses.sendForever(sizedHead(10_000_000_000), Responses.html)),
  Fault.http(
    "a length beyond 64 bits",
    Fault.malformed,
    Responses.sendAndClose(sizedHead("9".repeat(40)), Responses.html),
  ),
  Fault.http("chunks that aren't", Fault.malformed, Responses.sendAndClose(chunkedHead, Responses.html)),
  Fault.http(
    "garbage between chunks",
    Fault.malformed,
    Responses.sendAndClose(chunkedHead, "5\r\nhello!!\r\n0\r\n\r\n"),
  ),
  Fault.http(
    "a chunk size beyond 64 bits",
    Fault.malformed,
    Responses.sendAndClose(chunkedHead, `${"f".repeat(20)}\r\nx`),
  ),
  Fault.http("a negative chunk size", Fault.malformed, Responses.sendAndClose(chunkedHead, "-5\r\nhello\r\n0\r\n\r\n")),
  Fault.http("chunks cut off", Fault.malformed, Responses.sendAndClose(chunkedHead, Responses.chunk(Responses.html))),
  Fault.complete(
    "empty body",
    { status_code: 200, warning: "low_content" },
    Responses.send(Responses.answer("", Responses.htmlType)),
  ),
  Fault.complete(
    "204",
    { status_code: 204, warning: "low_content" },
    Responses.send("HTTP/1.1 204 No Content\r\n\r\n"),
  ),
  Fault.complete(
    "an empty body that is gzip",
    { status_code: 200, warning: "low_content" },
    Responses.send(Responses.answer("", Responses.htmlType, "Content-Encoding: gzip")),
  ),
]
