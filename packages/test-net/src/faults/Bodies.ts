/** Sites whose bodies stop, never end, or have another length than declared. */
import * as Fault from "./Fault.ts"
import * as Responses from "./Responses.ts"

const sized = (length: number | string) => Responses.head(Responses.htmlType, `Content-Length: ${length}`)
const chunked = Responses.head(Responses.htmlType, "Transfer-Encoding: chunked")
const unsized = Responses.head(Responses.htmlType, "Connection: close")
const extended = `1;x=${"y".repeat(4_096)}\r\nx\r\n`
const twice = Responses.html.length * 2

export const faults: ReadonlyArray<Fault.Fault> = [
  Fault.http("reset mid-body", Fault.unreachable, Responses.sendAndReset(sized(twice), Responses.html)),
  Fault.http("hang mid-body", Fault.timeout, Responses.send(sized(twice), Responses.html)),
  Fault.http("hang mid-chunk", Fault.timeout, Responses.send(chunked, "ffff\r\n", Responses.html)),
  Fault.http("no body at all", Fault.timeout, Responses.send(sized(5))),
  Fault.http("body a byte a second", Fault.timeout, Responses.drip(sized(1_000), Responses.html)),
  Fault.http("endless body", Fault.tooLarge, Responses.sendForever(unsized, Responses.html)),
  Fault.http("endless chunks", Fault.tooLarge, Responses.sendForever(chunked, Responses.chunk(Responses.html))),
  Fault.http(
    "endless small chunks",
    Fault.tooLarge,
    Responses.sendForever(chunked, Responses.chunk("tide and harbour")),
  ),
  Fault.http("an endless chunk extension", Fault.malformed, Responses.sendForever(`${chunked}5;x=`, "more")),
  Fault.http("one-byte chunks with long extensions", Fault.malformed, Responses.sendForever(chunked, extended)),
  Fault.http("a chunk size of endless zeros", Fault.malformed, Responses.sendForever(chunked, "0000")),
  Fault.http("endless trailers", Fault.malformed, Responses.sendForever(`${chunked}0\r\n`, "X-More: yes\r\n")),
  Fault.http("a length too long", Fault.unreachable, Responses.sendAndClose(sized(twice), Responses.html)),
  Fault.http(
    "a length too short",
    Fault.page,
    Responses.sendAndClose(sized(Responses.html.length), Responses.html, Responses.html),
  ),
  Fault.http("a length too short, for ever", Fault.page, Responses.sendForever(Responses.goodPage, Responses.html)),
  Fault.http("a length of 10 GB", Fault.tooLarge, Responses.sendForever(sized(10_000_000_000), Responses.html)),
  Fault.http("a length beyond 64 bits", Fault.malformed, Responses.sendAndClose(sized("9".repeat(40)), Responses.html)),
  Fault.http("chunks that aren't", Fault.malformed, Responses.sendAndClose(chunked, Responses.html)),
  Fault.http("garbage between chunks", Fault.malformed, Responses.sendAndClose(chunked, "5\r\nhello!!\r\n0\r\n\r\n")),
  Fault.http("a chunk size beyond 64 bits", Fault.malformed, Responses.sendAndClose(chunked, `${"f".repeat(20)}\r\nx`)),
  Fault.http("a negative chunk size", Fault.malformed, Responses.sendAndClose(chunked, "-5\r\nhello\r\n0\r\n\r\n")),
  Fault.http("chunks cut off", Fault.unreachable, Responses.sendAndClose(chunked, Responses.chunk(Responses.html))),
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
