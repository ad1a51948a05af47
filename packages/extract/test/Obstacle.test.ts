import { assert, describe, it } from "@effect/vitest"
import { article, readHtml } from "./support.ts"

const paragraph = "<p>A sentence with some words in it, and a comma or two, so that it reads like prose to anyone.</p>"
const script = "<script src=/app.js></script>"
const page = (body: string, head = ""): string => `<html><head>${head}</head><body>${body}</body></html>`
const obstacleOf = (html: string) => readHtml(html).obstacle

const password = "<input name=user><input type=password><button>OK</button>"

describe("a page that scripts assemble", () => {
  it.each([
    ["an empty root", `<div id=root></div>${script}`],
    ["an empty root within another", `<div><div id=app></div></div>${script}`],
    ["an empty element of its own", `<app-root></app-root>${script}`],
    ["a root that waits", `<div id=app>Loading…</div>${script}`],
    ["a root that waits in another language", `<div id=app>Wird geladen ...</div>${script}`],
    ["a notice for who runs none", `<noscript>Please switch JavaScript on.</noscript><p>x</p>${script}`],
    ["such a notice in another language", `<noscript>JavaScript を有効にしてください。</noscript>${script}`],
    ["a module", "<div id=root></div><script type=module>start()</script>"],
  ])("is recognised by %s", (_, body) => assert.strictEqual(obstacleOf(page(body)), "scripts"))

  it.each([
    ["no script", "<div id=root></div><noscript>Please switch JavaScript on.</noscript>"],
    ["data only", '<div id=root></div><script type="application/ld+json">{"@type":"WebSite"}</script>'],
    ["a short text in its root", `<div id=root><p>Just a short page.</p></div>${script}`],
    ["a root that holds an image", `<div id=root><img src=a.png></div>${script}`],
    ["a pixel for who runs no scripts", `<p>Short.</p><noscript><img src=p.gif></noscript>${script}`],
    ["enough text", `<div id=root></div><main>${paragraph.repeat(4)}</main>${script}`],
  ])("is absent with %s", (_, body) => assert.notProperty(readHtml(page(body)), "obstacle"))
})

describe("a login page", () => {
  it.each([
    ["a field for a password", `<form>${password}</form>`],
    ["that field without a form", `<main><p>Members only.</p>${password}</main>`],
    ["its name and a form", "<h1>Sign in</h1><form><input type=email><button>Next</button></form>"],
    ["its name and a way to it", "<h1>Anmelden</h1><a href=/auth/sso?x>Weiter</a>"],
    ["its name in Spanish", "<h1>Iniciar sesión</h1><form><input></form>"],
    ["its name in Russian", "<h1>Войти</h1><form><input></form>"],
    ["its name in Chinese", "<h1>登录</h1><form><input></form>"],
    ["its name in Japanese", "<h1>ログイン</h1><form><input></form>"],
  ])("is recognised by %s", (_, body) => assert.strictEqual(obstacleOf(page(body)), "login"))

  it.each([
    ["a box in its header", `<header><form>${password}</form></header><p>Short.</p>`],
    ["a box in a dialog", `<div role=dialog><form>${password}</form></div><p>Short.</p>`],
    ["a hidden box", `<div hidden><form>${password}</form></div><p>Short.</p>`],
    ["a box that its style hides", `<div style="display: none"><form>${password}</form></div><p>Short.</p>`],
    ["enough text beside the form", `<main>${paragraph.repeat(4)}</main><form>${password}</form>`],
    ["the word in its title alone", "<h1>How to log in</h1><p>Short.</p>"],
  ])("is absent with %s", (_, body) => assert.notProperty(readHtml(page(body)), "obstacle"))

  const form = "<h1>Sign in</h1><form><input type=email name=identifier><button>Next</button></form>"
  const address = "https://accounts.example/v3/signin/identifier"

  it.each([
    ["its address and a field for a name", address, `${form}${paragraph.repeat(4)}`],
    ["an address of one word", "https://accounts.example/ServiceLogin?continue=x", `${form}${paragraph.repeat(4)}`],
    [
      "an address with a line",
      "https://git.example/users/sign_in",
      `<h1>Sign in</h1>${password}${paragraph.repeat(4)}`,
    ],
  ])("with more text is recognised by %s", (_, url, body) =>
    assert.strictEqual(readHtml(page(body), { url }).obstacle, "login"),
  )

  it.each([
    ["another address", "https://docs.example/accounts", `${form}${paragraph.repeat(4)}`],
    ["an address that only begins so", "https://docs.example/logins/sign-ins", `${form}${paragraph.repeat(4)}`],
    ["an address of another word", "https://blog.example/2026/design-in-practice", `${form}${paragraph.repeat(4)}`],
    ["no field for a name", address, `<h1>Sign in</h1><form><input name=q></form>${paragraph.repeat(4)}`],
    ["a field in its header", address, `<header>${form}</header><h1>Sign in</h1>${paragraph.repeat(4)}`],
    ["much text", address, `${form}${paragraph.repeat(20)}`],
  ])("with more text is none with %s", (_, url, body) => assert.notProperty(readHtml(page(body), { url }), "obstacle"))
})

describe("a consent page", () => {
  const long =
    "We and our partners keep cookies on your device and read them, for advertising and its measurement. ".repeat(8)
  it.each([
    ["a dialog", "<div role=dialog><p>We use cookies.</p><button>OK</button></div>"],
    ["a dialog in German", "<div role=dialog><p>Ihre Einwilligung, bitte.</p><button>OK</button></div>"],
    ["a dialog in Japanese", "<div role=dialog><p>同意してください。</p><button>OK</button></div>"],
    ["an element by its name", "<div id=cookie-wall><p>We use cookies.</p><a class=btn href=/ok>OK</a></div>"],
    ["a form", "<form action=/save><p>Cookies, before you go on.</p><input type=submit value=OK></form>"],
    ["its heading", "<h1>Your consent</h1><p>Partners: 12.</p><button>OK</button>"],
    [
      "a name, behind many forms",
      `${"<form><button>x</button></form>".repeat(40)}<div class=consent><p>Do you consent to cookies?</p><button>OK</button></div>`,
    ],
    ["nothing but a long notice", `<form><p>${long}</p><p>${long}</p><button>OK</button></form>`],
  ])("is recognised by %s", (_, body) => assert.strictEqual(obstacleOf(page(body)), "consent"))

  it.each([
    [
      "a banner above enough text",
      `<div class=cookie-banner><p>We use cookies.</p><button>OK</button></div><main>${paragraph.repeat(4)}</main>`,
    ],
    [
      "an article about consent",
      `<main><h1>Cookies and consent</h1>${paragraph.repeat(4)}<button>Share</button></main>`,
    ],
    ["a form around everything", `<form>${paragraph.repeat(8)}<p>We use cookies.</p><button>OK</button></form>`],
    ["a notice that asks nothing", "<div class=cookie-note><p>We use no cookies.</p></div><p>Short.</p>"],
    ["a dialog that is hidden", "<div role=dialog hidden><p>We use cookies.</p><button>OK</button></div><p>Short.</p>"],
  ])("is absent with %s", (_, body) => assert.notProperty(readHtml(page(body)), "obstacle"))
})

describe("a page that demands proof of a person", () => {
  const explained =
    "<p>The robot check protects this site from programs that would read all of it at once, again and again.</p>".repeat(
      4,
    )
  it.each([
    ["a widget", "<p>One moment.</p><div class=g-recaptcha></div>"],
    ["another widget", "<div class=cf-turnstile></div>"],
    ["a third one", "<div id=px-captcha></div>"],
    ["a form of a challenge", "<form id=challenge-form><input type=hidden></form>"],
    ["the address of a script", "<p>One moment.</p><script src=https://x.test/captcha.js></script>"],
    ["what a script names", "<p>One moment.</p><script>window._cf_chl_opt = {}</script>"],
    ["a script that sets a cookie and comes again", "<p>x</p><script>document.cookie='a=1';location.reload()</script>"],
    ["words and scripts", `<p>Are you a robot?</p><div id=x></div>${script}`],
    ["words in Russian", `<p>Подтвердите, что вы не робот</p><div id=x></div>${script}`],
    ["words in Chinese", `<p>请确认您不是机器人</p><div id=x></div>${script}`],
    ["a widget that explains itself", `<h1>Are you human?</h1>${explained}<div class=h-captcha></div>`],
  ])("is recognised by %s", (_, body) => assert.strictEqual(obstacleOf(page(body)), "challenge"))

  it.each([
    ["a price, the little that a product's page says", "<p>€ 17.99</p><form><div class=g-recaptcha></div></form>"],
    ["a widget at a form to write in", "<p>Short.</p><form><textarea></textarea><div class=g-recaptcha></div></form>"],
    [
      "a widget below enough text",
      `<main>${paragraph.repeat(4)}</main><form><input><div class=g-recaptcha></div></form>`,
    ],
    [
      "a watching script beside enough text",
      `<main>${paragraph.repeat(4)}</main><script src=/cdn-cgi/challenge-platform/x.js></script>`,
    ],
    [
      "an article about robots",
      `<main><h1>A robot for the garden</h1>${paragraph.repeat(20)}</main><div class=g-recaptcha></div>`,
    ],
    ["words alone", "<p>A robot plays chess.</p>"],
  ])("is absent with %s", (_, body) => assert.notProperty(readHtml(page(body)), "obstacle"))

  it("is a login page instead if it has a password field", () => {
    assert.strictEqual(obstacleOf(page(`<form>${password}<div class=g-recaptcha></div></form>`)), "login")
  })
})

describe("an article", () => {
  it("has no obstacle, with any surroundings", () => {
    const around = `<header><form>${password}</form></header><div id=x></div><noscript>Please switch JavaScript on.</noscript>`
    const banner = "<div role=dialog class=cookie><p>We use cookies.</p><button>OK</button></div>"
    const html = page(
      `${around}${banner}<main><article>${paragraph.repeat(6)}</article></main><form><textarea></textarea><div class=g-recaptcha></div></form>${script}`,
      "<script src=/captcha.js></script>",
    )
    assert.notProperty(readHtml(html), "obstacle")
    assert.notProperty(readHtml(article("<p>Short, but all there is.</p>")), "obstacle")
  })
})

describe("a page for members", () => {
  const teaser = `<h1>A storm at sea</h1>${paragraph.repeat(4)}`
  it.each([
    ["English", "<h2>This post is for paid subscribers</h2>"],
    ["English words that ask", "<p>Subscribe to continue reading.</p><a href=/plans>Plans</a>"],
    ["English members", "<div><p>This content is for members only.</p></div>"],
    ["German", "<p>Dieser Artikel ist nur für Abonnenten.</p>"],
    ["French", "<p>Cet article est réservé aux abonnés.</p>"],
    ["Spanish", "<p>Suscríbete para seguir leyendo</p>"],
    ["Italian", "<p>Questo articolo è riservato agli abbonati</p>"],
    ["Portuguese", "<p>Este conteúdo é exclusivo para assinantes</p>"],
    ["Japanese", "<p>この記事は会員限定です</p>"],
  ])("is recognised by its notice in %s", (_, notice) => {
    assert.strictEqual(obstacleOf(page(`<main>${teaser}${notice}</main>`)), "membership")
  })

  it.each([
    ["a whole article above the notice", `<main>${paragraph.repeat(30)}<p>Subscribe to keep reading.</p></main>`],
    ["a box at the side", `<main>${teaser}</main><aside><p>Subscribe to keep reading.</p></aside>`],
    ["an overlay", `<main>${teaser}</main><div role=dialog><p>Subscribe to keep reading.</p></div>`],
    ["a form for a newsletter", `<main>${teaser}</main><form><p>Subscribe to keep reading.</p><input></form>`],
    ["a sentence about such notices", `<main>${teaser}<p>A page may say: this content is for members.</p></main>`],
    ["an invitation", `<main>${teaser}<p>Subscribe to our newsletter.</p><p>Become a member.</p></main>`],
  ])("is absent with %s", (_, body) => assert.notProperty(readHtml(page(body)), "obstacle"))
})
