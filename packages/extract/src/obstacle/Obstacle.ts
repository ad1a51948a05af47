/// <reference lib="dom" preserve="true" />
/**
 * Obstacles: signs that a page's HTML isn't its content, found in the parsed document. A sign counts only if the
 * content is poor, or consists of the notice itself: articles have login boxes in their headers and captchas in their
 * comment forms.
 *
 * Signs are structural if possible; `words.json` has patterns in several languages, of the usual terms only.
 */
import type { Extracted } from "@porthole/core"
import {
  attributesOf,
  beginningOf,
  childrenOf,
  elementsIn,
  first,
  isElement,
  isText,
  nearest,
  onOneLine,
  select,
  weightOf,
} from "@porthole/visibility/dom"
import { moneyIn } from "../metadata/Amounts.ts"
import { isSensor, isWall } from "./Wall.ts"
import words from "./words.json" with { type: "json" }

/** The signs of one document. */
export interface Signs {
  /** A form with a password, or a page titled as a login, instead of content. */
  readonly login: boolean
  /** The page is a login by its title, its address and a field for a user's name, so it may have more text. */
  readonly loginPage: boolean
  /** A test that distinguishes people from programs. */
  readonly challenge: boolean
  /** Such a test is in the page, or the page speaks of one; else only a script is loaded, which may just watch. */
  readonly isTold: boolean
  /** The document is a wall: nothing but such a test, or the notice of one. */
  readonly wall: boolean
  /** The page announces a check whether a person visits it. */
  readonly asksForPerson: boolean
  /** The text of a consent notice; empty without one. */
  readonly consent: string
  /** An element that scripts fill, or a notice for visitors without scripts. */
  readonly scripts: boolean
  /** A notice in the position of the content that the rest of it is for members or subscribers. */
  readonly membership: boolean
}

/** No sign. */
export const noSigns: Signs = {
  login: false,
  loginPage: false,
  challenge: false,
  isTold: false,
  wall: false,
  asksForPerson: false,
  consent: "",
  scripts: false,
  membership: false,
}

/** Looks for signs in a document from a URL. */
export const signsOf = (document: Document, url: string): Signs => {
  const { body } = document
  const found = elementsIn(body, mayBeSign)
  const foundAs = (...names: ReadonlyArray<string>) => found.filter(({ localName }) => names.includes(localName))
  const heading = [first(document.head, "title"), ...foundAs("h1", "h2").slice(0, 3)]
    .map((element) => (element === null ? "" : beginningOf(element, 300)))
    .join("\n")
  const hasPassword = foundAs("input").some((one) => password.test(one.getAttribute("type") ?? "") && isCentral(one))
  const widgets = widgetsIn(found)
  const isLoaded = widgets.length === 0 && select(document.head, "script").some(isChallenge)
  const challenge = widgets.some(isBlocking) || isLoaded
  const asksForPerson = personWords.test(`${heading}\n${beginningOf(body, 2_000)}`)
  const isTitledAsLogin = loginWords.test(heading)
  return {
    login: hasPassword || (isTitledAsLogin && leadsToLogin(body)),
    loginPage: isTitledAsLogin && loginAddress.test(URL.parse(url)?.pathname ?? "") && foundAs("input").some(isForUser),
    challenge,
    isTold: challenge && (!isLoaded || asksForPerson),
    wall: isWall({ document, url, heading, asksForPerson: challenge && asksForPerson }),
    asksForPerson,
    consent: consentIn(body, found, heading),
    scripts: isFilledByScripts(document, foundAs("noscript")),
    membership: hasMembershipNotice(body),
  }
}

/** The obstacle to a page's content, by the page's signs and its text. */
export const judge = (signs: Signs, textOf: () => string): Extracted.Obstacle | undefined => {
  // Most pages have no sign, so their text needn't be written for this.
  if (!Object.values(signs).some(Boolean)) return undefined
  const text = textOf()
  const isPoor = text.length < minContentLength
  if ((isPoor && signs.login) || (signs.loginPage && text.length < maxLoginLength)) return "login"
  // A product's page says little, and a shop's forms have such tests.
  const mayBeTest = isPoor && signs.challenge && (signs.isTold || text.length < maxTitleLength)
  if (mayBeTest && moneyIn(text).size === 0) return "challenge"
  if (signs.wall && text.length < maxChallengeLength) return "challenge"
  if (isPoor && signs.asksForPerson && signs.scripts) return "challenge"
  if (signs.consent !== "" && (isPoor || isOnly(signs.consent, text))) return "consent"
  if (isPoor && signs.scripts) return "scripts"
  return signs.membership && text.length < maxPreviewLength ? "membership" : undefined
}

// --- private --------------------------------------------------------------------------

/** In characters. */
const minContentLength = 200
const maxTitleLength = 60
const maxLoginLength = 1_500
const maxChallengeLength = 1_500
const maxConsentLength = 10_000
const maxNoticeLength = 20_000

/** Above this a page has what its reader came for, and the notice is for another part of it. */
const maxPreviewLength = 2_000
const maxMembershipLength = 160

const maxNotices = 30
const maxWidgets = 30

/** Whether nearly all lines of a text are a notice's. */
const isOnly = (notice: string, text: string): boolean => {
  if (text.length > maxConsentLength) return false
  const lines = text.split("\n").map((line) => line.replace(/\s+/g, " ").trim())
  const foreign = lines.reduce((sum, line) => (notice.includes(line) ? sum : sum + line.length), 0)
  return foreign < minContentLength && foreign * 5 < text.length
}

const signElements: ReadonlySet<string> = new Set("form h1 h2 input noscript".split(" "))
const mayBeSign = (element: Element): boolean =>
  signElements.has(element.localName) || attributesOf(element).some(isSignAttribute)

const isSignAttribute = ({ name, value }: Attr): boolean =>
  name === "id" || name === "class" ? signNames.test(value) : name === "role" || name === "aria-modal"

const password = /^password$/i

const isNotice = (element: Element): boolean =>
  element.localName === "form" ||
  /^(?:alert)?dialog$/.test(element.getAttribute("role") ?? "") ||
  element.getAttribute("aria-modal") === "true"

/** Whether an element has such an id or class. */
const isNamed = (element: Element, names: RegExp): boolean =>
  names.test(element.id) || names.test(element.getAttribute("class") ?? "")

const loginWords = new RegExp(words.login, "iu")
const personWords = new RegExp(words.person, "iu")
const consentWords = new RegExp(words.consent, "giu")

const aside =
  "header, nav, footer, aside, dialog, [role=dialog], [role=banner], [role=navigation], [hidden], [aria-hidden=true]"

/** Whether an element is in the position of the content. */
const isCentral = (element: Element): boolean => {
  for (let ancestor: Element | null = element; ancestor !== null; ancestor = ancestor.parentElement) {
    if (/display\s*:\s*none/i.test(ancestor.getAttribute("style") ?? "")) return false
  }
  return nearest(element, aside) === null
}

/** The path of a login, such as `/users/sign_in`, `/ServiceLogin` or `/wp-login.php`: not `/design-in-practice`. */
const loginAddress = /(?:[/_-](?:log|sign)|Log|Sign)[-_]?[iI]n(?:$|[/.])/

/** Whether a field asks for a user's name, address or password. */
const isForUser = (input: Element): boolean => {
  const asked = ["type", "name", "autocomplete"].map((name) => input.getAttribute(name) ?? "").join(" ")
  return /\b(?:e?mail|user(?:name)?|login|identifier|password)\b/i.test(asked) && isCentral(input)
}

const leadsToLogin = (body: Element): boolean =>
  select(body, "form, a[href], button").some(
    (element) =>
      isCentral(element) &&
      (element.localName === "form" ||
        /[/._-](?:log-?in|sign-?in|sso|oauth2?|saml2?|authorize)\b/i.test(element.getAttribute("href") ?? "") ||
        loginWords.test(beginningOf(element, 100))),
  )

const widgetNames = /captcha|cf-turnstile|challenge-form/i

/** Widgets are recognised by their makers' names. */
const widgetsIn = (named: ReadonlyArray<Element>): ReadonlyArray<Element> =>
  named.filter((element) => isNamed(element, widgetNames)).slice(0, maxWidgets)

/** One in a form to write in, to log in or to subscribe protects only that form. */
const isBlocking = (widget: Element): boolean => {
  const form = nearest(widget, "form")
  return (
    (form === null || first(form, "textarea, input[type=password], input[type=email]") === null) && isCentral(widget)
  )
}

const challengeAddress = /captcha|\/challenge-platform\/|_cf_chl|turnstile|awswaf|\/challenge\.js/i

/** Whether a script belongs to a challenge, or sets a cookie and loads the page again. */
const isChallenge = (script: Element): boolean => {
  const text = script.textContent ?? ""
  const address = script.getAttribute("src") ?? ""
  if (isSensor(`${address} ${text}`)) return text.includes("_cf_chl_opt")
  return (
    challengeAddress.test(address) ||
    challengeAddress.test(text) ||
    (/document\.cookie\s*=/.test(text) && /location\.(?:reload|replace|assign|href\s*=)/.test(text))
  )
}

const noticeNames = /consent|cookie/i
const signNames = new RegExp(`${widgetNames.source}|${noticeNames.source}`, "i")

/** The longest notice; without one, a heading about consent. */
const consentIn = (body: Element, found: ReadonlyArray<Element>, heading: string): string => {
  const notices = [...found.filter((element) => isNamed(element, noticeNames)), ...found.filter(isNotice)]
    .slice(0, maxNotices)
    .filter((element) => nearest(element, "[hidden], [aria-hidden=true]") === null && hasButton(element))
    .map((element) => beginningOf(element, maxNoticeLength))
    // A form around a whole page only mentions consent somewhere.
    .filter((text) => (text.match(consentWords) ?? []).length * 400 > text.length)
  const longest = notices.reduce((one, other) => (other.length > one.length ? other : one), "")
  return longest === "" && heading.search(consentWords) !== -1 && hasButton(body) ? heading : longest
}

const membershipWords = new RegExp(words.membership, "iu")
const noticeElements: ReadonlySet<string> = new Set("h1 h2 h3 h4 p div span strong b".split(" "))

/**
 * A notice begins an element of its own; a sentence about notices, an overlay or a box at the side isn't one. Each text
 * is read once, and only while it is short.
 */
const hasMembershipNotice = (body: Element): boolean => {
  let isFound = false
  // Wrappers often have the text of their only child.
  let other = ""
  const isNoticeIn = (element: Element, text: string): boolean => {
    if (text === other || !noticeElements.has(element.localName)) return false
    if (membershipWords.test(onOneLine(text.slice(0, maxMembershipLength)))) return isMembershipNotice(element)
    other = text
    return false
  }
  const shortTextOf = (node: Node): string | undefined => {
    if (isText(node)) return node.data
    let text: string | undefined = ""
    for (let child = node.firstChild; child !== null; child = child.nextSibling) {
      const inner = shortTextOf(child)
      text = inner === undefined || text === undefined ? undefined : text + inner
      if (text !== undefined && text.length > 2 * maxMembershipLength) text = undefined
    }
    if (text !== undefined && text.length > 4 && isElement(node)) isFound ||= isNoticeIn(node, text)
    return text
  }
  shortTextOf(body)
  return isFound
}

/** Whether an element with the words of a notice is one. */
const isMembershipNotice = (element: Element): boolean =>
  weightOf(element) <= maxMembershipLength && isCentral(element) && nearest(element, "[aria-modal=true], form") === null

const hasButton = (element: Element): boolean =>
  first(element, "button, [role=button], input[type=submit], input[type=button], a[class*=button], a[class*=btn]") !==
  null

const isFilledByScripts = ({ body, head }: Document, noscripts: ReadonlyArray<Element>): boolean => {
  if (select(head, "script:not([type='application/ld+json'])").length === 0) return false
  return noscripts.some((element) => weightOf(element) >= 15) || hasEmptyRoot(body, 0)
}

/** Whether an element near the top has a name for scripts, and no content or only a word to wait. */
const hasEmptyRoot = (parent: Element, depth: number): boolean =>
  childrenOf(parent)
    .filter(isElement)
    .some((child) => {
      const text = beginningOf(child, 41)
      const isNamed = child.localName.includes("-") || (child.localName === "div" && child.hasAttribute("id"))
      const isWaiting = text === "" || (text.length <= 40 && /(?:…|\.\.\.)$/.test(text))
      if (isNamed && isWaiting && first(child, "img, input, noscript") === null) return true
      return depth < 2 && text === "" && hasEmptyRoot(child, depth + 1)
    })
