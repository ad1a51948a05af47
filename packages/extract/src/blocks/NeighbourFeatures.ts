/** What is asked of a block about those before and after it, and about the section that it stands in. */
import { type Feature, feature, flag } from "./Feature.ts"
import { headingLevel, type Placed } from "./PlaceFeatures.ts"

/** A place, those before and after it, and the last heading before it. */
export interface Amid {
  readonly places: ReadonlyArray<Placed>
  readonly at: number
  /** Place of the last heading before, -1 for none. */
  readonly heading: number
}

/** The last heading before each place. */
export const amid = (places: ReadonlyArray<Placed>): ReadonlyArray<Amid> => {
  let heading = -1
  return places.map((place, at) => {
    const here = { places, at, heading }
    if (headingLevel(place.chain) > 0) heading = at
    return here
  })
}

/** Features of the neighbourhood, given what is asked of each neighbour by the names of its own features. */
export const neighbourFeatures = (
  answer: (name: string, at: number) => number | undefined,
): ReadonlyArray<Feature<Amid>> => [
  feature("behind heading", ({ at, heading }) => Math.log1p(at - heading - 1)),
  feature("heading above", ({ heading, places }) => (7 - headingLevel(places[heading]?.chain ?? [])) % 7),
  flag("under related", (one) => related.test(textAbove(one))),
  flag("under reviews", (one) => reviews.test(textAbove(one))),
  flag("under service", (one) => service.test(textAbove(one))),
  ...[-2, -1, 1, 2].flatMap((offset) =>
    asked.map((name) => feature<Amid>(`${offset} ${name}`, ({ at }) => answer(name, at + offset) ?? -1)),
  ),
]

// --- private --------------------------------------------------------------------------

const asked = ["words", "linked", "sentence share", "ends a sentence", "heading", "standing", "readable"]

const textAbove = ({ heading, places }: Amid): string => places[heading]?.block.text.slice(0, 200) ?? ""

/** Headings of what leads to other pages, of what readers wrote, and of what a site offers everywhere. */
const related =
  /\b(?:related|similar|recommend|recommended|also (?:like|viewed|bought)|more (?:from|in|on|posts|articles|stories)|you may|you might|recent(?:ly)? (?:posts|viewed)|popular|trending|latest|featured|customers|read next|keep reading)\b/i
const reviews = /\b(?:reviews?|ratings?|comments?|questions|testimonials?|replies)\b/i
const service =
  /\b(?:newsletter|subscribe|sign up|follow us|share|contact|help|support|customer service|company|legal|about us|links|categories|tags|menu|navigation|account|shop|shipping|returns)\b/i
