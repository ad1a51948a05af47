/** Checks of servers on a JSON body. */

/** The field of an object; `undefined` if there is none. */
export const field = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined

/** Fields that the contract of a provider doesn't have. */
export const unknownFields = (value: unknown, known: ReadonlyArray<string>): ReadonlyArray<string> =>
  typeof value === "object" && value !== null ? Object.keys(value).filter((name) => !known.includes(name)) : []
