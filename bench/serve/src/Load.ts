/** Calls by many parallel clients for some time, and their figures. */

/** The figures of a round. `p50` and `p99` are in milliseconds. */
export interface Figures {
  readonly calls: number
  readonly failures: number
  readonly callsPerSecond: number
  readonly p50: number
  readonly p99: number
}

/** Lets `clients` call one after the other until the time is over; a call returns whether it was answered. */
export const run = async (
  options: { readonly clients: number; readonly seconds: number },
  call: (number: number) => Promise<boolean>,
): Promise<Figures> => {
  const took: Array<number> = []
  let failures = 0
  let number = 0
  const begun = performance.now()
  const ends = begun + options.seconds * 1_000
  const client = async () => {
    while (performance.now() < ends) {
      const at = performance.now()
      if (!(await call(number++))) failures++
      took.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: options.clients }, client))
  const seconds = (performance.now() - begun) / 1_000
  took.sort((a, b) => a - b)
  const quantile = (share: number) => Math.round((took[Math.floor(took.length * share)] ?? 0) * 100) / 100
  return {
    calls: took.length,
    failures,
    callsPerSecond: Math.round(took.length / seconds),
    p50: quantile(0.5),
    p99: quantile(0.99),
  }
}
