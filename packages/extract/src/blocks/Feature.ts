/** A question whose answer is a number. */

/** One question about a `Subject`. */
export interface Feature<Subject> {
  readonly name: string
  readonly of: (subject: Subject) => number
}

/** A feature. */
export const feature = <Subject>(name: string, of: (subject: Subject) => number): Feature<Subject> => ({ name, of })

/** A feature that is there or isn't. */
export const flag = <Subject>(name: string, is: (subject: Subject) => boolean): Feature<Subject> => ({
  name,
  of: (subject) => (is(subject) ? 1 : 0),
})

/** A part of a whole, 0 of nothing. */
export const ratio = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole)
