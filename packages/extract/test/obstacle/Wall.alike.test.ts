/** Short pages that share words, titles or scripts with walls, and walls that have hardly a word. */
import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "../support.ts"

const page = (title: string, body: string, head = ""): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`

const imperva = '<script src="/_Incapsula_Resource?SWJIYLWA=719d"></script>'
const recaptcha = '<script src="https://www.google.com/recaptcha/api.js"></script>'

describe("a short page is none:", () => {
  it.each([
    [
      "a note under the title of a wall",
      page(
        "Just a moment... | Notes",
        "<div><h1>Just a moment...</h1><p>Many know this title. A script runs before the page is shown.</p>" +
          "<p>In four steps I explain what it is, and why your browser is sent on.</p></div>",
      ),
    ],
    [
      "a question that repeats a wall's sentence",
      page(
        "Scraper gets Pardon Our Interruption",
        "<p>My script gets: something about your browser made us think you were a bot.</p>" +
          "<p>How do I know that I have the page?</p>" +
          "<p>Look at the title of the document and at its length, and slow down.</p>",
      ),
    ],
    [
      "a thread that does",
      page(
        "CAPTCHA on every page?",
        "<div><b>kit</b><p>Please complete the security check to access, it says. Anyone else?</p></div>" +
          "<div><b>ada</b><p>It went away when I changed my provider at home last week.</p></div>",
      ),
    ],
    [
      "a contact form with a test",
      page(
        "Contact",
        "<h1>Contact</h1><p>Mill Street 4. Phone 555 0134.</p>" +
          "<form><textarea></textarea><div class=g-recaptcha></div></form>",
        recaptcha,
      ),
    ],
    [
      "a form to subscribe with a test",
      page(
        "Pool",
        "<h1>Pool</h1><p>It opens on 4 May.</p><form><input type=email><div class=g-recaptcha></div></form>",
        recaptcha,
      ),
    ],
    [
      "a page that loads a test for later",
      page("Order", "<h1>Order</h1><p>Your order leaves our store in Upper Brook today, as you wished.</p>", recaptcha),
    ],
    [
      "a protected page that asks to wait",
      page("Hours", "<h1>Hours</h1><p>Please wait at the gate, to complete a group of ten.</p>", imperva),
    ],
    [
      "a protected shop that asks to check",
      page(
        "Chair",
        "<h1>Chair</h1><p>Please check your order before you confirm.</p>",
        "<script>window._pxAppId='1'</script>",
      ),
    ],
    [
      "a help page",
      page(
        "Human verification - Help",
        "<h1>Human verification</h1><p>Members send a photo of a note with their name.</p>" +
          "<p>Please complete your profile before.</p>",
      ),
    ],
    [
      "a song",
      page(
        "One more step - Lyrics",
        "<h1>One more step</h1><p>Please wait for me beside the stone, and you are home.</p>",
      ),
    ],
    [
      "a notice of works",
      page("Please wait", "<h1>Please wait</h1><p>We are back on Monday at 8. Phone 555 0134.</p>"),
    ],
    [
      "a protected page that scripts fill",
      page("Tides", "<div id=root></div>", `${imperva}<script src=/a.js></script>`),
    ],
    [
      "a protected page that scripts fill, with the notice of their makers",
      page(
        "Tides",
        "<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>",
        `${imperva}<script src=/a.js></script>`,
      ),
    ],
  ])("%s", (_, html) => assert.notStrictEqual(readHtml(html).obstacle, "challenge"))
})

describe("a wall with hardly a word is named:", () => {
  it.each([
    ["Imperva, a script alone", page("", "", imperva)],
    ["Kasada", page("", "<script>window.KPSDK={}</script>")],
    ["Weibo", page("Sina Visitor System", "<span id=message></span><script src=/js/visitor/mini.js></script>")],
    ["Baidu", page("百度安全验证", "<div>网络不给力，请稍后重试</div><script src=/mkd.js></script>")],
    [
      "a proof of work",
      page(
        "Hold on...",
        "<h3>Checking your browser for robots</h3><p>Please wait…</p><p>JavaScript is required on this page.</p>" +
          "<footer>Security by a proxy. ID: 3f</footer>",
      ),
    ],
  ])("%s", (_, html) => assert.strictEqual(readHtml(html).obstacle, "challenge"))
})
