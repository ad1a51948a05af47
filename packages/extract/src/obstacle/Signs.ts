/**
 * Signs that a page's HTML isn't its content: {@link signsOf} looks at the document as it was parsed, before anything is
 * taken out of it. A sign alone says nothing, since articles have login boxes in their headers and captchas at
 * their comment forms; `Judgement.ts` says when one counts.
 *
 * Signs are of structure where that will do. Words are of several languages, and only those that the thing itself is called by.
 */
import { childrenOf, isElement, isText, weightOf } from "../tree/Dom.ts"
import { first, nearest, select } from "../tree/Select.ts"

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
  const named = namedIn(document)
  const heading = [document.querySelector("head title"), ...select(document.body, "h1, h2").slice(0, 3)]
    .map((element) => (element === null ? "" : beginningOf(element, 300)))
    .join("\n")
  return {
    login: asksForPassword(document) || (loginWords.test(heading) && leadsToLogin(document)),
    challenge: hasWidget(named) || hasChallengeScript(document),
    asksForPerson: personWords.test(`${heading}\n${beginningOf(document.body, 2_000)}`),
    consent: consentIn(document, named, heading),
    scripts: isFilledByScripts(document),
  }
}

// --- private --------------------------------------------------------------------------

/** An element by what it is called: its id and its classes. */
interface Named {
  readonly element: Element
  readonly names: string
}

const namedIn = (document: Document): ReadonlyArray<Named> =>
  select(document.body, "*")
    .map((element) => ({
      element,
      names: `${element.getAttribute("id") ?? ""} ${element.getAttribute("class") ?? ""}`,
    }))
    .filter(({ names }) => widgetNames.test(names) || noticeNames.test(names))

const aside =
  "header, nav, footer, aside, dialog, [role=dialog], [role=banner], [role=navigation], [hidden], [aria-hidden=true]"

/** Whether something stands where the content would. */
const isCentral = (element: Element): boolean => {
  for (let around: Element | null = element; around !== null; around = around.parentElement) {
    if (/display\s*:\s*none/i.test(around.getAttribute("style") ?? "")) return false
  }
  return nearest(element, aside) === null
}

const asksForPassword = (document: Document): boolean => select(document.body, "input[type=password]").some(isCentral)

const leadsToLogin = (document: Document): boolean =>
  select(document.body, "form, a[href], button").some(
    (element) =>
      isCentral(element) &&
      (element.localName === "form" ||
        loginAddress.test(element.getAttribute("href") ?? "") ||
        loginWords.test(beginningOf(element, 100))),
  )

const loginAddress = /[/._-](?:log-?in|sign-?in|sso|oauth2?|saml2?|authorize)\b/i

const loginWords = new RegExp(
  "\\b(?:log ?in|sign ?in|log ?on|anmelden|anmeldung|einloggen|connexion|se connecter|iniciar sesión|inicio de sesión|accedi|" +
    "iniciar sessão|fazer login|inloggen|logga in|zaloguj|giriş yap)\\b|войти|вход|увійти|登录|登錄|登入|ログイン|サインイン|로그인|تسجيل الدخول",
  "iu",
)

/** By the names that the widgets of all makers are found by. One at a form to write in guards that form alone. */
const hasWidget = (named: ReadonlyArray<Named>): boolean => {
  const guards = new Map<Element, boolean>()
  return named.some(({ element, names }) => {
    if (!widgetNames.test(names)) return false
    const form = nearest(element, "form")
    if (form !== null && !guards.has(form)) {
      guards.set(form, first(form, "textarea, input[type=password]") !== null)
    }
    return (form === null || guards.get(form) !== true) && isCentral(element)
  })
}

const widgetNames = /captcha|cf-turnstile|challenge-form/i

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

/** The notice with most text; where only a heading says what the page is, that. */
const consentIn = (document: Document, named: ReadonlyArray<Named>, heading: string): string => {
  const notices = [
    ...named.filter(({ names }) => noticeNames.test(names)).map(({ element }) => element),
    ...select(document.body, "[role=dialog], [role=alertdialog], [aria-modal=true], form"),
  ]
    .slice(0, mostNotices)
    .filter((element) => nearest(element, "[hidden], [aria-hidden=true]") === null)
    .map((element) => (hasButton(element) ? beginningOf(element, longestNotice) : ""))
    .filter(isAboutConsent)
  const longest = notices.reduce((one, other) => (other.length > one.length ? other : one), "")
  return longest === "" && heading.search(consentWords) !== -1 && hasButton(document.body) ? heading : longest
}

const noticeNames = /consent|cookie/i
const mostNotices = 30
const longestNotice = 20_000

/** A page's whole form, as some servers put around everything, only mentions it somewhere. */
const isAboutConsent = (text: string): boolean =>
  (text.match(consentWords) ?? []).length * charactersPerWord > text.length

const charactersPerWord = 400

const hasButton = (element: Element): boolean =>
  first(element, "button, [role=button], input[type=submit], input[type=button], a[class*=button], a[class*=btn]") !==
  null

/** The first characters of an element's text, on one line. */
const beginningOf = (element: Element, length: number): string => {
  let text = ""
  const read = (parent: Node): void => {
    for (let child = parent.firstChild; child !== null && text.length < length; child = child.nextSibling) {
      if (isText(child)) text += child.data
      else read(child)
    }
  }
  read(element)
  return text.slice(0, length).replace(/\s+/g, " ").trim()
}

const consentWords = new RegExp(
  "\\b(?:cookies?|consent|datenschutz|einwilligung|zustimmung|consentement|consentimiento|consenso|consentimento|toestemming|samtycke|zgoda)\\b|" +
    "согласие|куки|同意|クッキー|쿠키|동의|ملفات تعريف الارتباط",
  "giu",
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
    const text = beginningOf(child, 41)
    const isNamed = child.localName.includes("-") || (child.localName === "div" && child.hasAttribute("id"))
    const isWaiting = text === "" || (text.length <= 40 && /(?:…|\.\.\.)$/.test(text))
    if (isNamed && isWaiting && first(child, "img, input, noscript") === null) return true
    return depth < 2 && text === "" && hasEmptyRoot(child, depth + 1)
  })
