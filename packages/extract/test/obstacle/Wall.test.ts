/** Walls of bot protections, in our own words, with the parts that real ones have; and pages that are none. */
import { assert, describe, it } from "@effect/vitest"
import { readHtml } from "../support.ts"

const page = (title: string, body: string, head = ""): string =>
  `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`
const obstacleOf = (html: string, url = "https://site.test/dir/page") => readHtml(html, { url }).obstacle

const reasons =
  "<p>This may have several causes:</p><ul><li>Someone here opens pages faster than a hand can.</li>" +
  "<li>Cookies are switched off.</li><li>An add-on keeps JavaScript from running on this page.</li></ul>" +
  "<p>Please make sure that cookies and JavaScript are enabled, then load the page again.</p>"
const guarded =
  "<details><summary>Why is this here?</summary><p>The keeper of this site has set a guard against machines that copy " +
  "it in bulk, which would bring it down for everybody else who wants to read it.</p><p>It asks for a proof of work, " +
  "which costs a reader little and a copier much, and it needs scripts that some add-ons turn off.</p></details>"

describe("a wall is named:", () => {
  it.each([
    [
      "Anubis",
      page(
        "Making sure you&#39;re not a bot!",
        `<h1>Making sure you're not a bot!</h1><img src="/.within.website/x/cmd/anubis/static/img/happy.webp">${guarded}`,
      ),
    ],
    [
      "Anubis, in another language",
      page(
        "Einen Augenblick",
        `<main><h1>Wir prüfen Ihren Browser</h1><p>Bitte warten.</p>${guarded}</main>`,
        "<script type=module src='/base/.within.website/x/cmd/anubis/static/js/main.mjs'></script>",
      ),
    ],
    ["Anubis, without pictures", page("Please wait...", `<h1>Please wait...</h1>${guarded}`)],
    [
      "Imperva, an interruption",
      page(
        "Pardon Our Interruption",
        `<h1>Pardon Our Interruption...</h1><p>Something about your browser made us think that you might be a bot.</p>${reasons}`,
      ),
    ],
    [
      "Imperva, an interruption with a reference",
      page("shop.test", `<h2>Pardon our interruption</h2>${reasons}<p>Reference ID: 3f2a-77</p>`),
    ],
    [
      "Imperva, a frame",
      page(
        "",
        `<iframe id="main-iframe" src="/_Incapsula_Resource?CWUDNSAI=9&amp;xinfo=1&amp;incident_id=7-8">Request unsuccessful. Incapsula incident ID: 7-8</iframe>`,
      ),
    ],
    [
      "Fastly",
      page(
        "Client Challenge",
        `<noscript><p>JavaScript is disabled in your browser.</p><p>Please enable JavaScript to proceed.</p></noscript><div><p>A required part of this site couldn’t load. This may be due to a browser extension, network issues, or browser settings. Please check your connection, disable any ad blockers, or try using a different browser.</p></div>`,
        "<script src='/_fs-ch-1T1wmsGaOgGaSxcX/script.js'></script>",
      ),
    ],
    [
      "Fastly, under the site's name",
      page(
        "The Almanac",
        `<p>Please enable JavaScript to proceed, then load the page again.</p><p>${"Some add-ons keep parts of this site from loading, and so do some networks. ".repeat(3)}</p>`,
        "<script src='/_fs-ch-9Xa/assets/script.js'></script>",
      ),
    ],
    [
      "Cloudflare",
      page(
        "Just a moment...",
        `<div><h1>shop.test</h1><p>${"shop.test needs to review the security of your connection before proceeding. ".repeat(4)}</p></div>`,
        "<script>window._cf_chl_opt={cvId:'3'}</script>",
      ),
    ],
    [
      "Cloudflare, a block that asks",
      page(
        "Attention Required! | Cloudflare",
        `<h1>One more step</h1><h2>Please complete the security check to access shop.test</h2>${reasons}`,
      ),
    ],
    [
      "DataDome",
      page(
        "shop.test",
        "<p>Please enable JS and disable any ad blocker</p>",
        "<script>var dd={'rt':'c','cid':'A','host':'geo.captcha-delivery.com'}</script><script src='https://ct.captcha-delivery.com/c.js'></script>",
      ),
    ],
    [
      "DataDome, a frame",
      page("shop.test", "<iframe src='https://geo.captcha-delivery.com/captcha/?initialCid=A' title='Check'></iframe>"),
    ],
    [
      "DataDome, with a text",
      page(
        "shop.test",
        `<p>You have been blocked.</p>${reasons}<iframe src="https://geo.captcha-delivery.com/interstitial/?cid=1"></iframe>`,
      ),
    ],
    [
      "an archive's CAPTCHA",
      page(
        "archive.test",
        `<h2>One more step</h2><p>Please complete the security check to access</p><div class="g-recaptcha"></div><h2>Why do I have to complete a CAPTCHA?</h2><p>It shows that a person is there, and gives you temporary access to the archive. ${"On a personal connection you can scan your computer for malware. ".repeat(3)}</p>`,
      ),
    ],
    [
      "an archive's CAPTCHA that a script draws",
      page(
        "archive.test",
        `<h1>One more step</h1><p>Please complete the security check to access archive.test.</p><div id="box"></div>${reasons}`,
      ),
    ],
    [
      "an archive's slow queue",
      page(
        "Security check",
        `<h1>Security check</h1><p>Prove that you aren't a robot, and the snapshot opens.</p>${reasons}`,
      ),
    ],
    [
      "WeChat",
      page(
        "微信公众平台",
        "<div class=weui-msg><h2 class=weui-msg__title>环境异常</h2><p>当前环境异常，完成验证后即可继续访问。</p><a class=weui-btn>去验证</a></div>",
      ),
    ],
    ["WeChat, by its words alone", page("", "<p>当前网络环境异常，请完成下方验证。</p>")],
    [
      "WeChat, by a script",
      page("", "<p>请稍候</p>", "<script>location_url='/mp/wappoc_appmsgcaptcha?poc_token=x'</script>"),
    ],
    [
      "AWS",
      page(
        "",
        "<div id=challenge-container></div>",
        "<script>window.gokuProps = {key:'x'};</script><script src='https://x.token.awswaf.com/x/challenge.js'></script>",
      ),
    ],
    [
      "Akamai",
      page(
        "Challenge Validation",
        `<div id="sec-if-cpt-container"></div>`,
        "<script src='/_sec/cp_challenge/crypto-7.js'></script>",
      ),
    ],
    [
      "Vercel",
      page(
        "Vercel Security Checkpoint",
        "<p id=header-text>We're verifying your browser</p><a href='https://vercel.link/x'>Website owner? Click here to fix</a><noscript>Enable JavaScript to continue</noscript>",
      ),
    ],
    [
      "DDoS-Guard",
      page(
        "DDoS-Guard",
        "<h1>Checking your browser before accessing site.test</h1><p>This process is automatic. Your browser will open the page shortly.</p>",
      ),
    ],
  ])("%s", (_, html) => assert.strictEqual(obstacleOf(html), "challenge"))

  it.each([
    "https://mp.weixin.test/mp/wappoc_appmsgcaptcha?poc_token=x&target_url=y",
    "https://www.search.test/sorry/index?continue=x",
    "https://search.test/showcaptcha?cc=1",
    "https://shop.test/errors/validateCaptcha",
  ])("by its address, %s", (url) => {
    const text = `<p>${"The page that you want is behind this one, and this one says nothing of use. ".repeat(4)}</p>`
    assert.strictEqual(obstacleOf(page("A page", text), url), "challenge")
    assert.isUndefined(obstacleOf(page("A page", text)))
  })
})

describe("an article about walls has no obstacle:", () => {
  const prose =
    "<p>Many sites keep copiers away with a page that asks for a little work first. A browser does the work in a second and " +
    "sets a cookie, and the site then shows what its readers came for. Programs without scripts stay outside.</p>"
  const links = Array.from({ length: 12 }, (_, at) => `<a href="/p${at}">Part ${at}</a> `).join("")
  const blog = (body: string) => `<header><nav>${links}</nav></header><main>${body}</main>`
  const quote = "“Something about your browser made us think that you were a bot”"
  it.each([
    [
      "Anubis, in a blog",
      page(
        "Anubis: making sure you're not a bot",
        blog(`<h1>Making sure you're not a bot!</h1>${prose}<p>Anubis weighs a browser by a proof of work.</p>`),
      ),
    ],
    [
      "Anubis, on a bare page",
      page(
        "How Anubis works",
        `<article><h1>How Anubis works</h1>${prose}<p>Its page is titled Making sure you're not a bot, a challenge with a proof of work.</p></article>`,
      ),
    ],
    [
      "Anubis, its code",
      page(
        "Remove the jackal",
        `<h1>Remove the jackal</h1>${prose}<pre>&lt;script src="/.within.website/x/cmd/anubis/static/js/main.mjs"></pre>`,
      ),
    ],
    [
      "Imperva, with its sentences",
      page(
        "What does Pardon Our Interruption mean?",
        `<h1>What does Pardon Our Interruption mean?</h1>${prose}<p>The page says ${quote}.</p>`,
      ),
    ],
    [
      "Imperva, a quotation",
      page(
        "Pardon Our Interruption",
        `<h1>Pardon Our Interruption</h1><blockquote>You were taken for a bot. Enable JavaScript.</blockquote>${prose}`,
      ),
    ],
    [
      "Imperva, on a site that it protects",
      page(
        "Tides of the week",
        `<h1>Tides of the week</h1>${prose}`,
        "<script src='/_Incapsula_Resource?SWJIYLWA=7'></script>",
      ),
    ],
    [
      "Fastly, on a site that it protects",
      page(
        "Tides of the week",
        `<h1>Tides of the week</h1>${prose}`,
        "<script src='/_fs-ch-1T1wmsGaOgGaSxcX/assets/script.js'></script>",
      ),
    ],
    [
      "Fastly, in a forum",
      page(
        "Client Challenge",
        blog(
          `<h1>Client Challenge</h1>${prose}<p>I get this page for every article. Why must I enable JavaScript?</p>`,
        ),
      ),
    ],
    [
      "Cloudflare",
      page(
        "Just a moment: a history of Cloudflare's challenges",
        `<h1>Just a moment: a history</h1>${prose}<p>It says <q>Verify you are human</q> and shows a Ray ID.</p>`,
      ),
    ],
    [
      "Cloudflare, on a site that it watches",
      page(
        "CAPTCHAs and robots",
        `<article><h1>Are you a robot?</h1>${prose}${prose}</article>`,
        "<script src='/cdn-cgi/challenge-platform/h/b/x.js'></script>",
      ),
    ],
    [
      "Cloudflare, on a short page that it watches",
      page(
        "Hours",
        "<h1>Hours</h1><p>We open at nine.</p>",
        "<script>window.__CF$cv$params={r:'8'};var a='/cdn-cgi/challenge-platform/scripts/jsd/main.js'</script>",
      ),
    ],
    [
      "DataDome",
      page(
        "DataDome explained",
        `<h1>DataDome explained</h1>${prose}<p>Its script comes from <code>geo.captcha-delivery.com</code>, and its header is x-dd-b.</p>`,
      ),
    ],
    [
      "archives",
      page(
        "Why does the archive ask for a CAPTCHA?",
        `<time>2026-03-01</time><h1>One more step</h1>${prose}<p>The security check asks whether a robot reads.</p>`,
      ),
    ],
    [
      "WeChat",
      page(
        "微信文章打不开",
        `<h1>微信文章打不开</h1><p>页面显示“当前环境异常，完成验证后即可继续访问”。</p><p>换一个网络就好了。</p>`,
      ),
    ],
    [
      "WeChat, at length",
      page(
        "环境异常的原因",
        `<h1>环境异常的原因</h1>${"<p>同一个网络在短时间里打开了太多文章，平台就会要求读者先完成验证，然后才显示文章的内容。</p>".repeat(12)}`,
      ),
    ],
    [
      "the thing itself, in a glossary",
      page("CAPTCHA", `<h1>CAPTCHA</h1><p>A CAPTCHA is a challenge that tells a human from a robot.</p>${prose}`),
    ],
    ["bot detection", page("Bot detection", `<h1>Bot detection</h1><p>Bots are automated programs.</p>${prose}`)],
    [
      "a check of safety",
      page("Security check", `<h1>Security check</h1><p>Before each voyage the crew verifies the boat.</p>${prose}`),
    ],
    [
      "a member's page",
      page("Access denied", "<h1>Access denied</h1><p>Ask the clerk to add your name to the list of members.</p>"),
    ],
    [
      "a poem",
      page(
        "Just a moment",
        "<h1>Just a moment</h1><p>Just a moment, said the tide,<br>and took the pier along for the ride.</p>",
      ),
    ],
    ["a page that isn't for this visitor", page("Access denied", blog(`<h1>Access denied: a film</h1>${prose}`))],
  ])("%s", (_, html) => assert.notProperty(readHtml(html), "obstacle"))
})
