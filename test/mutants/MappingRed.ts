/** The copies of which a test was red, by their folders; one set for all files of a thread. */
export const red: Set<string> = new Set()
