/** The areas that a page paints, in order, indexed by their height on the page. */
import { type Box, intersects } from "./Geometry.ts"

/** Red, green and blue from 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Something painted: an area, and its colour if that is known and fills the area. */
export interface Painted {
  readonly box: Box
  readonly colour: Rgb | undefined
  /** The number of areas painted before. */
  readonly order: number
}

/** The painted areas of one page. */
export class PaintedAreas {
  private readonly byBand = new Map<number, Array<Painted>>()
  /** Areas of more bands than any text. */
  private readonly tall: Array<Painted> = []
  private left = maxSteps
  count = 0

  add(box: Box, colour: Rgb | undefined): void {
    const area = { box, colour, order: this.count++ }
    const [first, last] = bandsOf(box)
    if (!(last - first < maxBands)) this.tall.push(area)
    else
      for (let band = first; band <= last; band++) {
        const areas = this.byBand.get(band)
        if (areas === undefined) this.byBand.set(band, [area])
        else areas.push(area)
      }
  }

  /** The areas that have something in common with a box, in order; `undefined` once that has taken too many steps. */
  at(box: Box): ReadonlyArray<Painted> | undefined {
    const [first, last] = bandsOf(box)
    const found = new Set<Painted>()
    const lists = Array.from({ length: Math.min(maxBands, last - first + 1) }, (_, at) => this.byBand.get(first + at))
    for (const areas of [this.tall, ...lists]) {
      this.left -= areas?.length ?? 0
      if (this.left < 0) return undefined
      for (const area of areas ?? []) if (intersects(area.box, box)) found.add(area)
    }
    return Array.from(found).toSorted((one, other) => one.order - other.order)
  }
}

// --- private --------------------------------------------------------------------------

/** The height of a band in points, and the most bands of an area that is listed in each of them. */
const bandHeight = 16
const maxBands = 64

/** Maximum number of comparisons for the texts of a page. */
const maxSteps = 2_000_000

const bandsOf = ({ bottom, top }: Box): readonly [first: number, last: number] => [
  Math.floor(bottom / bandHeight),
  Math.floor(top / bandHeight),
]
