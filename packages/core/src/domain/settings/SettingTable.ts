/**
 * The table of the kernel's settings, which its use-cases and adapters read. Types, environment names, flags, the
 * facade's options, bounds and `docs/settings.md` are generated from it (`pnpm docs:pages`). Sizes are bytes, lengths
 * characters (UTF-16 units).
 */
import * as AddressRules from "../url/AddressRules.ts"
import * as Setting from "./Setting.ts"
import * as SettingSet from "./SettingSet.ts"
import * as SettingList from "./SettingList.ts"

/**
 * Every setting, in the order of the manual. The kernel accepts any name for `provider` and `reader`; `tools` accepts
 * only existing ones.
 */
export const table = SettingSet.make({
  search_timeout: Setting.duration({
    minimum: 1_000,
    maximum: 60_000,
    fallback: 10_000,
    about: "Deadline of one search, retries included.",
  }),
  fetch_timeout: Setting.duration({
    minimum: 1_000,
    maximum: 120_000,
    fallback: 20_000,
    about:
      "Deadline of one fetch, redirects and retries included. Reading the page on this machine has its own deadline, " +
      "`extract_timeout`.",
  }),
  max_redirects: Setting.int({ minimum: 0, maximum: 20, fallback: 5, about: "Redirects followed by one fetch." }),
  max_body_bytes: Setting.int({
    minimum: 65_536,
    maximum: 67_108_864,
    fallback: 5_242_880,
    unit: "bytes",
    about: "Largest body of a page, counted after decompression; a larger one fails as `response_too_large`.",
  }),
  max_image_bytes: Setting.int({
    minimum: 65_536,
    maximum: 67_108_864,
    fallback: 2_097_152,
    unit: "bytes",
    about: "Largest image of `fetchImage`, counted after decompression; a larger one fails as `response_too_large`.",
  }),
  max_fetch_bytes: Setting.optionalInt({
    minimum: 1_024,
    unit: "bytes",
    about: "Default of `max_bytes`: UTF-8 bytes of the extracted text, the rest is cut.",
  }),
  extract_timeout: Setting.duration({
    minimum: 100,
    maximum: 60_000,
    fallback: 5_000,
    about: "Deadline for reading one fetched page. It limits the elapsed time, not the processor time.",
  }),
  extract_isolation: Setting.choice({
    of: ["thread", "process", "none"],
    fallback: "process",
    about:
      "Where pages are read: in processes without a network and with a memory limit of their own, in threads, which " +
      "can't be ended within a call of V8, or in the program's own thread, which then waits.",
  }),
  extraction: Setting.choice({
    of: ["blocks", "readability"],
    fallback: "blocks",
    about:
      "How the content of an HTML page is found and written: by Porthole's choice of blocks, or by Mozilla's " +
      "Readability and Turndown, which are made for articles.",
  }),
  render: Setting.choice({
    of: ["off", "auto", "always"],
    fallback: "off",
    about:
      "Run the scripts of pages that this machine fetches, in a browser without a network: never, where a page is " +
      "empty without them, or always. It needs a browser (`chromium`).",
  }),
  semantic: Setting.choice({
    of: ["auto", "off"],
    fallback: "auto",
    about:
      "Whether an English `query` also finds answers in other words, by the word vectors of `@porthole/vectors-en`, " +
      "if that is installed. They are loaded at the first such query.",
  }),
  user_agent: Setting.headerText({
    about: `The whole User-Agent of searches and fetches. If unset, \`Porthole/<version>\` and \`user_agent_url\`.`,
  }),
  user_agent_url: Setting.headerText({
    about:
      "The operator's contact page, or a `mailto:` address, sent as `(+URL)` after the default User-Agent. If unset, " +
      "the project's address, if the release has one. Wikipedia and others answer 403 without a contact.",
  }),
  compress_instruction: Setting.text({
    fallback: "Keep the facts, figures, names, dates, code and links; drop repetition and filler.",
    about: "The instruction that a `Compressor` gets with each page, beside the call's `query`.",
  }),
  provider: SettingList.namesOrAuto({
    about:
      "The search providers, in this order. `auto` is all configured ones, in the order of the accepted names, and " +
      "the public ones only if none is configured.",
  }),
  search_mode: Setting.choice({
    of: ["chain", "fan_out"],
    fallback: "chain",
    about: "`chain` calls the next provider when one fails; `fan_out` calls all in parallel and merges their hits.",
  }),
  reader: SettingList.names({
    fallback: ["pinned"],
    about: "The page readers, in this order: `pinned` fetches pages from this machine, the others from their servers.",
  }),
  per_host_concurrency: Setting.int({
    minimum: 1,
    maximum: 32,
    fallback: 4,
    about: "Concurrent requests to one host; further requests wait.",
  }),
  pin_ttl: Setting.duration({
    minimum: 1_000,
    maximum: 3_600_000,
    fallback: 300_000,
    about: "How long a conversation keeps the vetted addresses of a host before it resolves the name again.",
  }),
  ports: SettingList.intList({ minimum: 1, maximum: 65_535, fallback: [80, 443], about: "Ports that a URL may name." }),
  compress_min_length: Setting.int({
    minimum: 0,
    fallback: 5_000,
    unit: "characters",
    about: "Content shorter than this is never compressed.",
  }),
  low_content_min: Setting.int({
    minimum: 0,
    fallback: 200,
    unit: "characters",
    about:
      "Pages with less readable text than this carry the warning `low_content`, unless they are small and complete.",
  }),
  max_results: Setting.int({
    minimum: 1,
    maximum: 100,
    fallback: 10,
    about: "Default of `web_search`'s `max_results`.",
  }),
  max_pages: Setting.int({
    minimum: 1,
    maximum: 10,
    fallback: 3,
    about: "Default of `web_search_and_fetch`'s `max_results`.",
  }),
  max_length: Setting.int({
    minimum: 200,
    maximum: 1_000_000,
    fallback: 20_000,
    unit: "characters",
    about: "Output budget of one tool call; `message` reports each cut.",
  }),
  cache_ttl: Setting.duration({
    minimum: 0,
    maximum: 604_800_000,
    fallback: 3_600_000,
    about: "How long the cache answers with a page before the page is revalidated; 0 s turns the cache off.",
  }),
  cache_max_entries: Setting.int({
    minimum: 1,
    maximum: 1_000_000,
    fallback: 512,
    about: "Maximum number of entries (pages, searches, robots.txt) of a cache in memory or on disk.",
  }),
  cache_max_bytes: Setting.int({
    minimum: 1_048_576,
    maximum: 68_719_476_736,
    fallback: 67_108_864,
    unit: "bytes",
    about: "Maximum size of a cache in memory or on disk; the least recently used entry is removed first.",
  }),
  search_cache_ttl: Setting.duration({
    minimum: 0,
    maximum: 86_400_000,
    fallback: 300_000,
    about: "How long a search's answer is kept; 0 s turns that off.",
  }),
  max_requests_per_minute: Setting.int({
    minimum: 1,
    maximum: 10_000,
    fallback: 30,
    about:
      "Searches and fetches a minute, together; further ones wait within their deadline, or fail as `rate_limited`. " +
      "Cached answers don't count.",
  }),
  rate_limit_by: Setting.choice({
    of: ["conversation", "tenant"],
    fallback: "conversation",
    about: "Which calls share `max_requests_per_minute`: those of a conversation, or those of a tenant.",
  }),
  max_uses: Setting.optionalInt({
    minimum: 1,
    about:
      "Searches and fetches that one conversation may make in all; further ones fail as `budget_exceeded`. Cached " +
      "answers don't count.",
  }),
  known_urls_only: Setting.toggle({
    fallback: false,
    about: "Fetch only URLs that the conversation has seen: from the user, in a hit, or as a link of a fetched page.",
  }),
  known_urls: SettingList.urls({
    about: "URLs that count as seen in every conversation under `known_urls_only`.",
  }),
  allow_domains: SettingList.domainPatterns({
    about:
      "Only these domains are fetched and shown as hits: `example.com` with its subdomains, `*.example.com` only " +
      "its subdomains.",
  }),
  deny_domains: SettingList.domainPatterns({
    about: "These domains are neither fetched nor shown as hits; takes precedence over `allow_domains`.",
  }),
  better_addresses: Setting.toggle({
    fallback: true,
    about:
      "Read a page at a better address of the same text where a rule of Porthole's knows one, such as a file for " +
      "GitHub's view of it; `message` says so. `docs/addresses.md` lists the rules.",
  }),
  address_rules: SettingList.texts({
    read: AddressRules.readOwn,
    faultOf: AddressRules.faultOfOwn,
    separator: /;\s+|\n/,
    bounds: "rules `FROM => TO`, separated by `; `",
    about:
      "Rules of your own for better addresses, before Porthole's: " +
      "`https://wiki.example.com/view/{page*} => https://wiki.example.com/raw/{page*}`.",
  }),
  robots: Setting.toggle({
    fallback: true,
    about: "Check each site's robots.txt before a page is fetched.",
  }),
  trace: Setting.toggle({
    fallback: false,
    about: "Also trace the steps of each call: providers, hops, and the stages of the reader.",
  }),
})

/** The fields of the table. */
export type Fields = typeof table.fields

/** The name of a setting. */
export type Name = keyof Fields

/** The decoded values; `SettingsShape` is the same type with its manual. */
export type Values = SettingSet.Values<Fields>

/** The values if no setting is set. */
export const defaults: Values = table.defaults
