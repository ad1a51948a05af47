/** Sites whose content doesn't match its Content-Type, in kind or in charset. */
import * as Fault from "./Fault.ts"
import * as Responses from "./Responses.ts"

const png = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex")
const latin1 = (text: string) => Buffer.from(text, "latin1")
const sendAs = (type: string, body: string | Buffer) => Responses.send(Responses.answer(body, `Content-Type: ${type}`))
const cafe = `<!doctype html><title>Café</title><p>${"Café on the quay. ".repeat(30)}</p>`
const cafePage = { title: "Café", status_code: 200 }

export const faults: ReadonlyArray<Fault.Fault> = [
  Fault.complete("an image that says it is a page", Fault.unsupported, sendAs("text/html", png)),
  Fault.complete("a PDF that says it is text", Fault.unreadable, sendAs("text/plain", "%PDF-1.7\n%words")),
  Fault.complete(
    "a page that says it is a program",
    Fault.unsupported,
    sendAs("application/octet-stream", Responses.html),
  ),
  Fault.http(
    "an image without end",
    Fault.unsupported,
    Responses.sendForever(Responses.head("Content-Type: image/png"), png),
  ),
  Fault.complete("no type, and an image", Fault.unsupported, Responses.send(Responses.answer(png))),
  Fault.complete("no type, and a page", Fault.page, Responses.send(Responses.answer(Responses.html))),
  Fault.complete("4,000 parameters", Fault.page, sendAs(`text/html${"; a=b".repeat(4_000)}`, Responses.html)),
  Fault.complete(
    "UTF-8 declared, Latin-1 sent",
    { status_code: 200 },
    sendAs("text/html; charset=utf-8", latin1(cafe)),
  ),
  Fault.complete(
    "Latin-1 declared, UTF-8 with a mark sent",
    cafePage,
    sendAs("text/html; charset=latin1", `\ufeff${cafe}`),
  ),
  Fault.complete("no charset declared, Latin-1 sent", cafePage, sendAs("text/html", latin1(cafe))),
  Fault.complete("a charset that nobody knows", cafePage, sendAs("text/html; charset=x-harbour", cafe)),
  Fault.complete(
    "UTF-16 declared, ASCII sent",
    { status_code: 200 },
    sendAs("text/html; charset=utf-16le", Responses.html),
  ),
  Fault.complete("UTF-16 in its meta, UTF-8 sent", cafePage, sendAs("text/html", `<meta charset=utf-16>${cafe}`)),
  Fault.complete(
    "UTF-7 declared",
    { status_code: 200 },
    sendAs("text/html; charset=utf-7", "+ADw-script+AD4-1+ADw-/script+AD4-"),
  ),
]
