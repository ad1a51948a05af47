/** Values that show whether they are complete: key and number determine every byte. */

/** The page of a key with a number: up to 200 kB of text. */
export const page = (key: string, number: number) => ({
  key,
  number,
  text: `${key} ${number} wal\u00e9 `.repeat(1 + ((number * 7_919) % 15_000)),
})

/** The written keys. */
export const keys: ReadonlyArray<string> = Array.from({ length: 10 }, (_, at) => `https://example.com/${at}`)
