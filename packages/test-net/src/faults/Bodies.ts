/** Sites whose bodies stop, never end, or have another length than declared. */
import * as Fault from "./Fault.ts"
import * as Talk from "./Talk.ts"

const sized = (length: number | string) => Talk.head(Talk.htmlType, `Content-Length: ${length}`)
const chunked = Talk.head(Talk.htmlType, "Transfer-Encoding: chunked")
const unsized = Talk.head(Talk.htmlType, "Connection: close")
const extended = `1;x=${"y".repeat(4_096)}\r\nx\r\n`
const twice = Talk.html.length * 2

export const faults: ReadonlyArray<Fault.Fault> = [
  Fault.http("reset mid-body", Fault.unreachable, Talk.sayAndReset(sized(twice), Talk.html)),
  Fault.http("hang mid-body", Fault.timeout, Talk.say(sized(twice), Talk.html)),
  Fault.http("hang mid-chunk", Fault.timeout, Talk.say(chunked, "ffff\r\n", Talk.html)),
  Fault.http("no body at all", Fault.timeout, Talk.say(sized(5))),
  Fault.http("body a byte a second", Fault.timeout, Talk.drip(sized(1_000), Talk.html)),
  Fault.http("endless body", Fault.tooLarge, Talk.sayForEver(unsized, Talk.html)),
  Fault.http("endless chunks", Fault.tooLarge, Talk.sayForEver(chunked, Talk.chunk(Talk.html))),
  Fault.http("endless small chunks", Fault.tooLarge, Talk.sayForEver(chunked, Talk.chunk("tide and harbour"))),
  Fault.http("an endless chunk extension", Fault.malformed, Talk.sayForEver(`${chunked}5;x=`, "more")),
  Fault.http("one-byte chunks with long extensions", Fault.malformed, Talk.sayForEver(chunked, extended)),
  Fault.http("a chunk size of endless zeros", Fault.malformed, Talk.sayForEver(chunked, "0000")),
  Fault.http("endless trailers", Fault.malformed, Talk.sayForEver(`${chunked}0\r\n`, "X-More: yes\r\n")),
  Fault.http("a length too long", Fault.unreachable, Talk.sayAndClose(sized(twice), Talk.html)),
  Fault.http("a length too short", Fault.page, Talk.sayAndClose(sized(Talk.html.length), Talk.html, Talk.html)),
  Fault.http("a length too short, for ever", Fault.page, Talk.sayForEver(Talk.goodPage, Talk.html)),
  Fault.http("a length of 10 GB", Fault.tooLarge, Talk.sayForEver(sized(10_000_000_000), Talk.html)),
  Fault.http("a length beyond 64 bits", Fault.malformed, Talk.sayAndClose(sized("9".repeat(40)), Talk.html)),
  Fault.http("chunks that aren't", Fault.malformed, Talk.sayAndClose(chunked, Talk.html)),
  Fault.http("garbage between chunks", Fault.malformed, Talk.sayAndClose(chunked, "5\r\nhello!!\r\n0\r\n\r\n")),
  Fault.http("a chunk size beyond 64 bits", Fault.malformed, Talk.sayAndClose(chunked, `${"f".repeat(20)}\r\nx`)),
  Fault.http("a negative chunk size", Fault.malformed, Talk.sayAndClose(chunked, "-5\r\nhello\r\n0\r\n\r\n")),
  Fault.http("chunks cut off", Fault.unreachable, Talk.sayAndClose(chunked, Talk.chunk(Talk.html))),
  Fault.whole("empty body", { status_code: 200, warning: "low_content" }, Talk.say(Talk.answer("", Talk.htmlType))),
  Fault.whole("204", { status_code: 204, warning: "low_content" }, Talk.say("HTTP/1.1 204 No Content\r\n\r\n")),
  Fault.whole(
    "an empty body that is gzip",
    { status_code: 200, warning: "low_content" },
    Talk.say(Talk.answer("", Talk.htmlType, "Content-Encoding: gzip")),
  ),
]
