/** Sites whose status line or headers are late, endless or not HTTP. */
import * as Fault from "./Fault.ts"
import * as Responses from "./Responses.ts"

const many = (count: number) => Array.from({ length: count }, (_, at) => `X-${at}: ${at}`)
const early = "HTTP/1.1 103 Early Hints\r\nLink: </style.css>; rel=preload\r\n\r\n"
const earlyAndLarge = `HTTP/1.1 103 Early Hints\r\nLink: <${"x".repeat(20_000)}>\r\n\r\n`
const withHeader = (text: string) => Responses.sendAndClose(Responses.answer(Responses.html, Responses.htmlType, text))
const redirect = (location: string) => `HTTP/1.1 302 Found\r\nLocation: ${location}\r\n`

export const faults: ReadonlyArray<Fault.Fault> = [
  Fault.http("no answer", Fault.timeout, Responses.silence),
  Fault.http("closed without a byte", Fault.unreachable, Responses.sendAndClose()),
  Fault.http("reset before the headers", Fault.unreachable, Responses.sendAndReset()),
  Fault.http("reset amid the headers", Fault.unreachable, Responses.sendAndReset("HTTP/1.1 200 OK\r\nContent-")),
  Fault.http("headers a byte a second", Fault.timeout, Responses.drip("HTTP/1.1 200 OK\r\n", "X-Slow: yes\r\n")),
  Fault.http("headers that stop", Fault.timeout, Responses.send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n")),
  Fault.http("endless headers", Fault.malformed, Responses.sendForever("HTTP/1.1 200 OK\r\n", "X-More: yes\r\n")),
  Fault.http("one endless header", Fault.malformed, Responses.sendForever("HTTP/1.1 200 OK\r\nX-More: ", "yes")),
  Fault.http(
    "10,000 headers",
    Fault.malformed,
    Responses.send(Responses.answer(Responses.html, Responses.htmlType, ...many(10_000))),
  ),
  Fault.complete(
    "1,000 headers",
    Fault.page,
    Responses.send(Responses.answer(Responses.html, Responses.htmlType, ...many(1_000))),
  ),
  Fault.http("endless 1xx", Fault.malformed, Responses.sendForever("", early)),
  Fault.http("endless 1xx with large heads", Fault.malformed, Responses.sendForever("", earlyAndLarge)),
  Fault.http("an endless status line", Fault.malformed, Responses.sendForever("HTTP/1.1 200 ", "OK ")),
  Fault.http("empty lines before the status", Fault.malformed, Responses.sendForever("", "\r\n")),
  Fault.complete("1,000 of 1xx, then a page", Fault.page, Responses.send(early.repeat(1_000), Responses.goodPage)),
  Fault.http("100 not requested", Fault.malformed, Responses.send("HTTP/1.1 100 Continue\r\n\r\n", Responses.goodPage)),
  Fault.http(
    "101 not requested",
    Fault.malformed,
    Responses.send("HTTP/1.1 101 X\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
  ),
  Fault.http("HTTP/0.9", Fault.malformed, Responses.sendAndClose(Responses.html)),
  Fault.http("another protocol", Fault.malformed, Responses.sendAndClose("220 mail.test ESMTP\r\n")),
  Fault.http("noise", Fault.malformed, Responses.sendForever("", Buffer.from([0, 1, 2, 250, 13, 10]))),
  Fault.http("a status of two digits", Fault.malformed, Responses.sendAndClose("HTTP/1.1 20 OK\r\n\r\n")),
  Fault.http("NUL in a header", Fault.malformed, withHeader("X-Nul: a\u0000b")),
  Fault.http("bare CR in a header", Fault.malformed, withHeader("X-Cr: a\rSet-Cookie: b")),
  Fault.http("a header without a name", Fault.malformed, withHeader(": nameless")),
  Fault.http("two lengths", Fault.malformed, withHeader("Content-Length: 5")),
  Fault.http("a length and chunks", Fault.malformed, withHeader("Transfer-Encoding: chunked")),
  Fault.http(
    "a negative length",
    Fault.malformed,
    Responses.sendAndClose(Responses.head("Content-Length: -1"), Responses.html),
  ),
  Fault.complete(
    "redirect to itself",
    Fault.tooManyRedirects,
    Responses.send(`${redirect("/")}Content-Length: 0\r\n\r\n`),
  ),
  Fault.complete(
    "redirect with an endless body",
    Fault.page,
    Responses.sendForever(`${redirect("http://public.test/")}\r\n`, "moved "),
  ),
  Fault.http(
    "503 with an endless body",
    Fault.status(503),
    Responses.sendForever("HTTP/1.1 503 Busy\r\n\r\n", "busy "),
  ),
  Fault.http(
    "429 until tomorrow",
    { ...Fault.status(429), retry_after: 86_400 },
    Responses.sendAndClose("HTTP/1.1 429 Slow\r\nRetry-After: 99999999\r\nContent-Length: 0\r\n\r\n"),
  ),
]
