/** Sites whose status line or headers are late, endless or not HTTP. */
import * as Fault from "./Fault.ts"
import * as Talk from "./Talk.ts"

const many = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: ${at}`)
const early = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"
const earlyAndLarge = `HTTP/1.1 103 Early Hints\r\nLink: <${"x".repeat(20_000)}>\r\n\r\n`
const line = (text: string) => Talk.sayAndClose(Talk.answer(Talk.html, Talk.htmlType, text))
const redirect = (location: string) => `HTTP/1.1 302 Found\r\nLocation: ${location}\r\n`

export const faults: ReadonlyArray<Fault.Fault> = [
  Fault.http("no answer", Fault.timeout, Talk.silence),
  Fault.http("closed without a byte", Fault.unreachable, Talk.sayAndClose()),
  Fault.http("reset before the headers", Fault.unreachable, Talk.sayAndReset()),
  Fault.http("reset amid the headers", Fault.unreachable, Talk.sayAndReset("HTTP/1.1 200 OK\r\nContent-")),
  Fault.http("headers a byte a second", Fault.timeout, Talk.drip("HTTP/1.1 200 OK\r\n", "X-Slow: yes\r\n")),
  Fault.http("headers that stop", Fault.timeout, Talk.say("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n")),
  Fault.http("endless headers", Fault.malformed, Talk.sayForEver("HTTP/1.1 200 OK\r\n", "X-More: yes\r\n")),
  Fault.http("one endless header", Fault.malformed, Talk.sayForEver("HTTP/1.1 200 OK\r\nX-More: ", "yes")),
  Fault.http("10,000 headers", Fault.malformed, Talk.say(Talk.answer(Talk.html, Talk.htmlType, ...many(10_000)))),
  Fault.whole("1,000 headers", Fault.page, Talk.say(Talk.answer(Talk.html, Talk.htmlType, ...many(1_000)))),
  Fault.http("endless 1xx", Fault.malformed, Talk.sayForEver("", early)),
  Fault.http("endless 1xx with large heads", Fault.malformed, Talk.sayForEver("", earlyAndLarge)),
  Fault.http("an endless status line", Fault.malformed, Talk.sayForEver("HTTP/1.1 200 ", "OK ")),
  Fault.http("empty lines before the status", Fault.malformed, Talk.sayForEver("", "\r\n")),
  Fault.whole("1,000 of 1xx, then a page", Fault.page, Talk.say(early.repeat(1_000), Talk.goodPage)),
  Fault.http("100 unasked", Fault.malformed, Talk.say("HTTP/1.1 100 Continue\r\n\r\n", Talk.goodPage)),
  Fault.http("101 unasked", Fault.malformed, Talk.say("HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n")),
  Fault.http("HTTP/0.9", Fault.malformed, Talk.sayAndClose(Talk.html)),
  Fault.http("another protocol", Fault.malformed, Talk.sayAndClose("220 mail.test ESMTP\r\n")),
  Fault.http("noise", Fault.malformed, Talk.sayForEver("", Buffer.from([0, 1, 2, 250, 13, 10]))),
  Fault.http("a status of two digits", Fault.malformed, Talk.sayAndClose("HTTP/1.1 20 OK\r\n\r\n")),
  Fault.http("NUL in a header", Fault.malformed, line("X-Nul: a\u0000b")),
  Fault.http("bare CR in a header", Fault.malformed, line("X-Cr: a\rSet-Cookie: b")),
  Fault.http("a header without a name", Fault.malformed, line(": nameless")),
  Fault.http("two lengths", Fault.malformed, line("Content-Length: 5")),
  Fault.http("a length and chunks", Fault.malformed, line("Transfer-Encoding: chunked")),
  Fault.http("a negative length", Fault.malformed, Talk.sayAndClose(Talk.head("Content-Length: -1"), Talk.html)),
  Fault.whole("redirect to itself", Fault.tooManyRedirects, Talk.say(`${redirect("/")}Content-Length: 0\r\n\r\n`)),
  Fault.whole(
    "redirect with an endless body",
    Fault.page,
    Talk.sayForEver(`${redirect("http://public.test/")}\r\n`, "moved "),
  ),
  Fault.http("503 with an endless body", Fault.status(503), Talk.sayForEver("HTTP/1.1 503 Busy\r\n\r\n", "busy ")),
  Fault.http(
    "429 until tomorrow",
    { ...Fault.status(429), retry_after: 86_400 },
    Talk.sayAndClose("HTTP/1.1 429 Slow\r\nRetry-After: 99999999\r\nContent-Length: 0\r\n\r\n"),
  ),
]
