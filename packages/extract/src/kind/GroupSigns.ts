/** Signs of a page's kind in what it repeats. */
import { feature, type Feature } from "../blocks/Feature.ts"
import { amount } from "./BuildSigns.ts"
import type { Evidence } from "./Evidence.ts"
import type { Group } from "./Groups.ts"

/** Signs in what is repeated: of the groups that are such, the one with the most members, or the greatest share of the words. */
export const groupSigns: ReadonlyArray<Feature<Evidence>> = [
  ...both("posts", isPosts),
  ...both("long posts", (group) => isPosts(group) && group.words >= 40),
  ...both("products", isProducts),
  ...both("teasers", isTeasers),
  ...both("dated teasers", (group) => isTeasers(group) && group.withDate >= 0.6),
  ...both("rows", isRows),
  ...both("cards without links", isPanels),
  ...both("navigation", (group) => group.isAround && group.linked > 0.8),
  ...both(
    "paragraphs",
    (group) => group.withProse >= 0.6 && group.linked < 0.3 && group.withLink < 0.9 && group.withHeading < 0.2,
  ),
]

// --- private --------------------------------------------------------------------------

/** What somebody wrote at some time. */
function isPosts({ linked, withAuthor, withDate, words }: Group): boolean {
  return withAuthor >= 0.6 && withDate >= 0.6 && words >= 15 && linked < 0.5
}

function isProducts({ isAround, withLink, withPrice }: Group): boolean {
  return !isAround && withPrice >= 0.5 && withLink >= 0.5
}

/** What leads to something that is told in short. */
function isTeasers({ isAround, withHeading, withImage, withLink, withPrice, words }: Group): boolean {
  return (
    !isAround &&
    withLink >= 0.8 &&
    withPrice < 0.3 &&
    words >= 5 &&
    words <= 120 &&
    (withHeading >= 0.6 || withImage >= 0.6)
  )
}

/** Links, one each. */
function isRows({ isAround, linked, withPrice, words }: Group): boolean {
  return !isAround && linked >= 0.5 && withPrice < 0.3 && words >= 3 && words <= 60
}

/** What is told in short and leads nowhere. */
function isPanels({ isAround, withHeading, withLink, words }: Group): boolean {
  return !isAround && withLink < 0.3 && withHeading >= 0.6 && words >= 8 && words <= 150
}

function both(name: string, is: (group: Group) => boolean): ReadonlyArray<Feature<Evidence>> {
  return [
    feature(`repeats: ${name}`, ({ groups }) =>
      amount(Math.max(0, ...groups.filter(is).map(({ members }) => members)), 40),
    ),
    feature(`repeats mostly: ${name}`, ({ groups }) => Math.max(0, ...groups.filter(is).map(({ share }) => share))),
  ]
}
