/** What the cascade finds for an element. */

/** A value that won, and the selectors of the rule that declares it: none for an attribute or the browser itself. */
export interface Winner {
  readonly value: string
  readonly by: string | undefined
  readonly isImportant: boolean
}

/** The values that won, by property. */
export type Values = ReadonlyMap<string, Winner>
