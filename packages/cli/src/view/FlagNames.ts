/** Sentences for a person: a tool's parameters have the names of the command's flags. */

/** A sentence with flags in place of the parameters that it names. */
export const inFlags = (sentence: string): string =>
  spellings.reduce((text, [parameter, flag]) => text.replaceAll(parameter, flag), sentence)

// --- private --------------------------------------------------------------------------

const spellings = [
  ["start_index", "--start-index"],
  ["max_length", "--max-length"],
  ["max_bytes", "--max-bytes"],
  ["max_age", "--max-age"],
  ["max_pages", "--max-pages"],
  ["max_depth", "--max-depth"],
  ["max_time", "--max-time"],
  ["start_date", "--start-date"],
  ["end_date", "--end-date"],
  ["freshness_days", "--freshness-days"],
  ["max_results was", "--max-results was"],
  ["raise max_results", "raise --max-results (of a crawl, --max-pages)"],
  // Elsewhere it is the word.
  ["section=", "--section "],
  ["query was ignored,", "--query was ignored,"],
  ["section was ignored,", "--section was ignored,"],
  ["because section says", "because --section says"],
  ["because find says", "because --find says"],
  ["with the text of find", "with the text of --find"],
  ["; section takes", "; --section takes"],
  ["call without section to see them", "see them with --outline"],
  ["the words of section;", "the words of --section;"],
] as const
