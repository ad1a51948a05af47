/**
 * The deadlines of calls in tests, as variables of the environment: a busy machine must not end a call that its test
 * doesn't mean to end. A search's is less than the half minute that a provider demands before a second attempt.
 */
export const patience = {
  PORTHOLE_SEARCH_TIMEOUT: "25 s",
  PORTHOLE_FETCH_TIMEOUT: "120 s",
  PORTHOLE_EXTRACT_TIMEOUT: "60 s",
} as const
