/**
 * Signs that a page's HTML isn't its content: {@link signsOf} looks at the document as it was parsed, before anything is
 * taken out of it. A sign alone says nothing, since articles have login boxes in their headers and captchas at
 * their comment forms; `Judgement.ts` says when one counts.
 *
 * Signs are of structure where that will do. Words are of several languages, and only those that the thing itself is called by.
 */
import { childrenOf, isElement, isText, lineOf, select, weightOf } from "../Dom.ts"

/** The signs of one document. */
export interface Signs {
  /** A form that asks for a password, or a page that is called a login, where the content would stand. */
  readonly login: boolean
  /** Something that tells people from programs. */
  readonly challenge: boolean
  /** The page says that it wants to know whether a person visits it. */
  readonly asksForPerson: boolean
  /** The text of what asks for consent; empty where nothing does. */
  readonly consent: string
  /** A place that scripts fill, or a notice for who runs none. */
  readonly scripts: boolean
}

/** No sign at all. */
export const noSigns: Signs = { login: false, challenge: false, asksForPerson: false, consent: "", scripts: false }

/** Looks for signs. */
export const signsOf = (document: Document): Signs => {
  const heading = [document.querySelector("head title"), ...select(document.body, "h1, h2").slice(0, 3)]
    .map((element) => (element === null ? "" : lineOf(element).slice(0, 300)))
    .join("\n")
  return {
    login: asksForPassword(document) || (loginWords.test(heading) && leadsToLogin(document)),
    challenge: hasWidget(document) || hasChallengeScript(document),
    asksForPerson: personWords.test(`${heading}\n${lineOf(document.body).slice(0, 2_000)}`),
    consent: consentIn(document, heading),
    scripts: isFilledByScripts(document),
  }
}

// --- private --------------------------------------------------------------------------

const aside =
  "header, nav, footer, aside, dialog, [role=dialog], [role=banner], [role=navigation], [hidden], [aria-hidden=true]"

/** Whether something stands where the content would. */
const isCentral = (element: Element): boolean => element.closest(aside) === null

const asksForPassword = (document: Document): boolean => select(document.body, "input[type=password]").some(isCentral)

const leadsToLogin = (document: Document): boolean =>
  select(document.body, "form, a[href], button").some(
    (element) =>
      isCentral(element) &&
      (element.localName === "form" ||
        loginAddress.test(element.getAttribute("href") ?? "") ||
        loginWords.test(lineOf(element).slice(0, 100))),
  )

const loginAddress = /[/._-](?:log-?in|sign-?in|sso|oauth2?|saml2?|authorize)\b/i

const loginWords = new RegExp(
  "\\b(?:log ?in|sign ?in|log ?on|anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|inicio de sesión|accedi|" +
    "iniciar sessão|fazer login|inloggen|logga in|zaloguj|giriş yap)\\b|войти|вход|увійти|登录|登錄|登入|ログイン|サインイン|로그인|تسجيل الدخول",
  "iu",
)

/** By the names that the widgets of all makers are found by. One at a form to write in guards that form alone. */
const hasWidget = (document: Document): boolean =>
  select(
    document.body,
    "[class*=captcha], [id*=captcha], [class~=cf-turnstile], [class*=challenge-form], [id*=challenge-form]",
  ).some(
    (element) => element.closest("form")?.querySelector("textarea, input[type=password]") == null && isCentral(element),
  )

const hasChallengeScript = (document: Document): boolean =>
  select(document, "head script").some((script) => {
    const text = script.textContent ?? ""
    return (
      challengeAddress.test(script.getAttribute("src") ?? "") ||
      challengeAddress.test(text) ||
      setsCookieAndReloads(text)
    )
  })

const challengeAddress = /captcha|\/challenge-platform\/|_cf_chl|turnstile|awswaf|\/challenge\.js/i

const setsCookieAndReloads = (script: string): boolean =>
  /document\.cookie\s*=/.test(script) && /location\.(?:reload|replace|assign|href\s*=)/.test(script)

const personWords = new RegExp(
  "\\b(?:captcha|(?:are|not) (?:you )?a? ?(?:human|robot|bot)|verify(?:ing)? (?:that )?you are|unusual traffic|robot|roboter|" +
    "humain|mensch sind|humano|umano|robô|robotti)\\b|робот|机器人|機器人|真人|ロボット|로봇|روبوت",
  "iu",
)

const consentIn = (document: Document, heading: string): string => {
  const asking = select(
    document.body,
    "[id*=consent], [class*=consent], [id*=cookie], [class*=cookie], [role=dialog], [role=alertdialog], [aria-modal=true], form",
  ).filter((element) => element.closest("[hidden], [aria-hidden=true]") === null && asksForConsent(element))
  const [first] = asking.toSorted((a, b) => weightOf(b) - weightOf(a))
  if (first !== undefined) return lineOf(first).slice(0, longestNotice)
  return consentWords.test(heading) && buttonsIn(document.body) > 0 ? lineOf(document.body).slice(0, longestNotice) : ""
}

const longestNotice = 20_000

const asksForConsent = (element: Element): boolean =>
  buttonsIn(element) > 0 && consentWords.test(lineOf(element).slice(0, longestNotice))

const buttonsIn = (element: Element): number =>
  select(element, "button, [role=button], input[type=submit], input[type=button], a[class*=button], a[class*=btn]")
    .length

const consentWords = new RegExp(
  "\\b(?:cookies?|consent|datenschutz|einwilligung|zustimmung|consentement|consentimiento|consenso|consentimento|toestemming|samtycke|zgoda)\\b|" +
    "согласие|куки|同意|クッキー|쿠키|동의|ملفات تعريف الارتباط",
  "iu",
)

const isFilledByScripts = (document: Document): boolean => {
  if (select(document, "head script:not([type='application/ld+json'])").length === 0) return false
  const hasNotice = select(document.body, "noscript").some((element) => weightOf(element) >= shortestNotice)
  return hasNotice || hasEmptyRoot(document.body, 0)
}

const shortestNotice = 15

/** An element near the top that has a name for scripts to find it by, and nothing in it, or only a word to wait. */
const hasEmptyRoot = (parent: Element, depth: number): boolean =>
  childrenOf(parent).some((child) => {
    if (isText(child) || !isElement(child)) return false
    const text = lineOf(child)
    const isNamed = child.localName.includes("-") || (child.localName === "div" && child.hasAttribute("id"))
    const isWaiting = text === "" || (text.length <= 40 && /(?:…|\.\.\.)$/.test(text))
    if (isNamed && isWaiting && child.querySelector("img, input, noscript") === null) return true
    return depth < 2 && text === "" && hasEmptyRoot(child, depth + 1)
  })
