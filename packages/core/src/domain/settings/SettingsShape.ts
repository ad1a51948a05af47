/** The settings and their manual. Made from `SettingTable.ts` by `pnpm docs:pages`; a test keeps it up to date. */
import type { Values } from "./SettingTable.ts"

/** The settings in force. Sizes are in bytes, lengths in characters (UTF-16 units). */
export interface SettingsShape {
  /**
   * Deadline of one search, retries included. Default: 10 s. Bounds: 1 s – 60 s. Environment:
   * `PORTHOLE_SEARCH_TIMEOUT`.
   */
  readonly search_timeout: Values["search_timeout"]
  /**
   * Deadline of one fetch, redirects and retries included. Reading the page on this machine has its own deadline,
   * `extract_timeout`. Default: 20 s. Bounds: 1 s – 120 s. Environment: `PORTHOLE_FETCH_TIMEOUT`.
   */
  readonly fetch_timeout: Values["fetch_timeout"]
  /** Redirects followed by one fetch. Default: 5. Bounds: 0–20. Environment: `PORTHOLE_MAX_REDIRECTS`. */
  readonly max_redirects: Values["max_redirects"]
  /**
   * Largest body of a page, counted after decompression; a larger one fails as `response_too_large`. Default:
   * 5,242,880 bytes. Bounds: 65,536–67,108,864 bytes. Environment: `PORTHOLE_MAX_BODY_BYTES`.
   */
  readonly max_body_bytes: Values["max_body_bytes"]
  /**
   * Largest image of `fetchImage`, counted after decompression; a larger one fails as `response_too_large`. Default:
   * 2,097,152 bytes. Bounds: 65,536–67,108,864 bytes. Environment: `PORTHOLE_MAX_IMAGE_BYTES`.
   */
  readonly max_image_bytes: Values["max_image_bytes"]
  /**
   * Default of `max_bytes`: UTF-8 bytes of the extracted text, the rest is cut. Default: none. Bounds: ≥ 1,024 bytes.
   * Environment: `PORTHOLE_MAX_FETCH_BYTES`.
   */
  readonly max_fetch_bytes: Values["max_fetch_bytes"]
  /**
   * Deadline for reading one fetched page. It limits the elapsed time, not the processor time. Default: 5 s. Bounds:
   * 100 ms – 60 s. Environment: `PORTHOLE_EXTRACT_TIMEOUT`.
   */
  readonly extract_timeout: Values["extract_timeout"]
  /**
   * Where pages are read: in processes without a network and with a memory limit of their own, in threads, which
   * can't be ended within a call of V8, or in the program's own thread, which then waits. Default: process. Bounds:
   * `thread`, `process`, `none`. Environment: `PORTHOLE_EXTRACT_ISOLATION`.
   */
  readonly extract_isolation: Values["extract_isolation"]
  /**
   * How the content of an HTML page is found and written: by Porthole's choice of blocks, or by Mozilla's Readability
   * and Turndown, which are made for articles. Default: blocks. Bounds: `blocks`, `readability`. Environment:
   * `PORTHOLE_EXTRACTION`.
   */
  readonly extraction: Values["extraction"]
  /**
   * Run the scripts of pages that this machine fetches, in a browser without a network: never, where a page is empty
   * without them, or always. It needs a browser (`chromium`). Default: off. Bounds: `off`, `auto`, `always`.
   * Environment: `PORTHOLE_RENDER`.
   */
  readonly render: Values["render"]
  /**
   * Whether an English `query` also finds answers in other words, by the word vectors of `@porthole/vectors-en`, if
   * that is installed. They are loaded at the first such query. Default: auto. Bounds: `auto`, `off`. Environment:
   * `PORTHOLE_SEMANTIC`.
   */
  readonly semantic: Values["semantic"]
  /**
   * The whole User-Agent of searches and fetches. If unset, `Porthole/<version>` and `user_agent_url`. Default: none.
   * Bounds: 1–512 printable ASCII characters. Environment: `PORTHOLE_USER_AGENT`.
   */
  readonly user_agent: Values["user_agent"]
  /**
   * The operator's contact page, or a `mailto:` address, sent as `(+URL)` after the default User-Agent. If unset, the
   * project's address, if the release has one. Wikipedia and others answer 403 without a contact. Default: none.
   * Bounds: 1–512 printable ASCII characters. Environment: `PORTHOLE_USER_AGENT_URL`.
   */
  readonly user_agent_url: Values["user_agent_url"]
  /**
   * The instruction that a `Compressor` gets with each page, beside the call's `query`. Default: Keep the facts,
   * figures, names, dates, code and links; drop repetition and filler. Bounds: any text. Environment:
   * `PORTHOLE_COMPRESS_INSTRUCTION`.
   */
  readonly compress_instruction: Values["compress_instruction"]
  /**
   * The search providers, in this order. `auto` is all configured ones, in the order of the accepted names, and the
   * public ones only if none is configured. Default: auto. Bounds: `auto`, or a list of names. Environment:
   * `PORTHOLE_PROVIDER`.
   */
  readonly provider: Values["provider"]
  /**
   * `chain` calls the next provider when one fails; `fan_out` calls all in parallel and merges their hits. Default:
   * chain. Bounds: `chain`, `fan_out`. Environment: `PORTHOLE_SEARCH_MODE`.
   */
  readonly search_mode: Values["search_mode"]
  /**
   * The page readers, in this order: `pinned` fetches pages from this machine, the others from their servers.
   * Default: pinned. Bounds: a list of names. Environment: `PORTHOLE_READER`.
   */
  readonly reader: Values["reader"]
  /**
   * Concurrent requests to one host; further requests wait. Default: 4. Bounds: 1–32. Environment:
   * `PORTHOLE_PER_HOST_CONCURRENCY`.
   */
  readonly per_host_concurrency: Values["per_host_concurrency"]
  /**
   * How long a conversation keeps the vetted addresses of a host before it resolves the name again. Default: 300 s.
   * Bounds: 1 s – 1 h. Environment: `PORTHOLE_PIN_TTL`.
   */
  readonly pin_ttl: Values["pin_ttl"]
  /** Ports that a URL may name. Default: 80,443. Bounds: a list of 1–65,535. Environment: `PORTHOLE_PORTS`. */
  readonly ports: Values["ports"]
  /**
   * Content shorter than this is never compressed. Default: 5,000 characters. Bounds: ≥ 0 characters. Environment:
   * `PORTHOLE_COMPRESS_MIN_LENGTH`.
   */
  readonly compress_min_length: Values["compress_min_length"]
  /**
   * Pages with less readable text than this carry the warning `low_content`, unless they are small and complete.
   * Default: 200 characters. Bounds: ≥ 0 characters. Environment: `PORTHOLE_LOW_CONTENT_MIN`.
   */
  readonly low_content_min: Values["low_content_min"]
  /** Default of `web_search`'s `max_results`. Default: 10. Bounds: 1–100. Environment: `PORTHOLE_MAX_RESULTS`. */
  readonly max_results: Values["max_results"]
  /** Default of `web_search_and_fetch`'s `max_results`. Default: 3. Bounds: 1–10. Environment: `PORTHOLE_MAX_PAGES`. */
  readonly max_pages: Values["max_pages"]
  /**
   * Output budget of one tool call; `message` reports each cut. Default: 20,000 characters. Bounds: 200–1,000,000
   * characters. Environment: `PORTHOLE_MAX_LENGTH`.
   */
  readonly max_length: Values["max_length"]
  /**
   * How long the cache answers with a page before the page is revalidated; 0 s turns the cache off. Default: 1 h.
   * Bounds: 0 s – 168 h. Environment: `PORTHOLE_CACHE_TTL`.
   */
  readonly cache_ttl: Values["cache_ttl"]
  /**
   * Maximum number of entries (pages, searches, robots.txt) of a cache in memory or on disk. Default: 512. Bounds:
   * 1–1,000,000. Environment: `PORTHOLE_CACHE_MAX_ENTRIES`.
   */
  readonly cache_max_entries: Values["cache_max_entries"]
  /**
   * Maximum size of a cache in memory or on disk; the least recently used entry is removed first. Default: 67,108,864
   * bytes. Bounds: 1,048,576–68,719,476,736 bytes. Environment: `PORTHOLE_CACHE_MAX_BYTES`.
   */
  readonly cache_max_bytes: Values["cache_max_bytes"]
  /**
   * How long a search's answer is kept; 0 s turns that off. Default: 300 s. Bounds: 0 s – 24 h. Environment:
   * `PORTHOLE_SEARCH_CACHE_TTL`.
   */
  readonly search_cache_ttl: Values["search_cache_ttl"]
  /**
   * Searches and fetches a minute, together; further ones wait within their deadline, or fail as `rate_limited`.
   * Cached answers don't count. Default: 30. Bounds: 1–10,000. Environment: `PORTHOLE_MAX_REQUESTS_PER_MINUTE`.
   */
  readonly max_requests_per_minute: Values["max_requests_per_minute"]
  /**
   * Which calls share `max_requests_per_minute`: those of a conversation, or those of a tenant. Default:
   * conversation. Bounds: `conversation`, `tenant`. Environment: `PORTHOLE_RATE_LIMIT_BY`.
   */
  readonly rate_limit_by: Values["rate_limit_by"]
  /**
   * Searches and fetches that one conversation may make in all; further ones fail as `budget_exceeded`. Cached
   * answers don't count. Default: none. Bounds: ≥ 1. Environment: `PORTHOLE_MAX_USES`.
   */
  readonly max_uses: Values["max_uses"]
  /**
   * Fetch only URLs that the conversation has seen: from the user, in a hit, or as a link of a fetched page. Default:
   * off. Bounds: `on`, `off`, `true`, `false`. Environment: `PORTHOLE_KNOWN_URLS_ONLY`.
   */
  readonly known_urls_only: Values["known_urls_only"]
  /**
   * URLs that count as seen in every conversation under `known_urls_only`. Default: none. Bounds: absolute http(s)
   * URLs, separated by spaces. Environment: `PORTHOLE_KNOWN_URLS`.
   */
  readonly known_urls: Values["known_urls"]
  /**
   * Only these domains are fetched and shown as hits: `example.com` with its subdomains, `*.example.com` only its
   * subdomains. Default: none. Bounds: a list of host names, `*.` patterns and addresses. Environment:
   * `PORTHOLE_ALLOW_DOMAINS`.
   */
  readonly allow_domains: Values["allow_domains"]
  /**
   * These domains are neither fetched nor shown as hits; takes precedence over `allow_domains`. Default: none.
   * Bounds: a list of host names, `*.` patterns and addresses. Environment: `PORTHOLE_DENY_DOMAINS`.
   */
  readonly deny_domains: Values["deny_domains"]
  /**
   * Read a page at a better address of the same text where a rule of Porthole's knows one, such as a file for
   * GitHub's view of it; `message` says so. `docs/addresses.md` lists the rules. Default: on. Bounds: `on`, `off`,
   * `true`, `false`. Environment: `PORTHOLE_BETTER_ADDRESSES`.
   */
  readonly better_addresses: Values["better_addresses"]
  /**
   * Rules of your own for better addresses, before Porthole's: `https://wiki.example.com/view/{page*} =>
   * https://wiki.example.com/raw/{page*}`. Default: none. Bounds: rules `FROM => TO`, separated by `; `. Environment:
   * `PORTHOLE_ADDRESS_RULES`.
   */
  readonly address_rules: Values["address_rules"]
  /**
   * Check each site's robots.txt before a page is fetched. Default: on. Bounds: `on`, `off`, `true`, `false`.
   * Environment: `PORTHOLE_ROBOTS`.
   */
  readonly robots: Values["robots"]
  /**
   * Also trace the steps of each call: providers, hops, and the stages of the reader. Default: off. Bounds: `on`,
   * `off`, `true`, `false`. Environment: `PORTHOLE_TRACE`.
   */
  readonly trace: Values["trace"]
}
