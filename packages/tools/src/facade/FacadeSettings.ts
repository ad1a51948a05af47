/** The settings in camelCase, with their manual. Made by `pnpm docs:pages`; a test keeps it up to date. */
import type { Input } from "../providers/ProviderSettings.ts"

/** Any setting; the rest comes from the environment, else it is the default. */
export interface FacadeSettings {
  /**
   * Deadline of one search, retries included. Default: 10 s. Bounds: 1 s – 60 s. Environment:
   * `PORTHOLE_SEARCH_TIMEOUT`.
   */
  readonly searchTimeout?: Input["search_timeout"]
  /**
   * Deadline of one fetch, redirects and retries included. Reading the page on this machine has its own deadline,
   * `extract_timeout`. Default: 20 s. Bounds: 1 s – 120 s. Environment: `PORTHOLE_FETCH_TIMEOUT`.
   */
  readonly fetchTimeout?: Input["fetch_timeout"]
  /** Redirects followed by one fetch. Default: 5. Bounds: 0–20. Environment: `PORTHOLE_MAX_REDIRECTS`. */
  readonly maxRedirects?: Input["max_redirects"]
  /**
   * Largest body of a page, counted after decompression; a larger one fails as `response_too_large`. Default:
   * 5,242,880 bytes. Bounds: 65,536–67,108,864 bytes. Environment: `PORTHOLE_MAX_BODY_BYTES`.
   */
  readonly maxBodyBytes?: Input["max_body_bytes"]
  /**
   * Largest image of `fetchImage`, counted after decompression; a larger one fails as `response_too_large`. Default:
   * 2,097,152 bytes. Bounds: 65,536–67,108,864 bytes. Environment: `PORTHOLE_MAX_IMAGE_BYTES`.
   */
  readonly maxImageBytes?: Input["max_image_bytes"]
  /**
   * Default of `max_bytes`: UTF-8 bytes of the extracted text, the rest is cut. Default: none. Bounds: ≥ 1,024 bytes.
   * Environment: `PORTHOLE_MAX_FETCH_BYTES`.
   */
  readonly maxFetchBytes?: Input["max_fetch_bytes"]
  /**
   * Deadline for reading one fetched page. It limits the elapsed time, not the processor time. Default: 5 s. Bounds:
   * 100 ms – 60 s. Environment: `PORTHOLE_EXTRACT_TIMEOUT`.
   */
  readonly extractTimeout?: Input["extract_timeout"]
  /**
   * Where pages are read: in processes without a network and with a memory limit of their own, in threads, which
   * can't be ended within a call of V8, or in the program's own thread, which then waits. Default: process. Bounds:
   * `thread`, `process`, `none`. Environment: `PORTHOLE_EXTRACT_ISOLATION`.
   */
  readonly extractIsolation?: Input["extract_isolation"]
  /**
   * How the content of an HTML page is found and written: by Porthole's choice of blocks, or by Mozilla's Readability
   * and Turndown, which are made for articles. Default: blocks. Bounds: `blocks`, `readability`. Environment:
   * `PORTHOLE_EXTRACTION`.
   */
  readonly extraction?: Input["extraction"]
  /**
   * Run the scripts of pages that this machine fetches, in a browser without a network: never, where a page is empty
   * without them, or always. It needs a browser (`chromium`). Default: off. Bounds: `off`, `auto`, `always`.
   * Environment: `PORTHOLE_RENDER`.
   */
  readonly render?: Input["render"]
  /**
   * Whether an English `query` also finds answers in other words, by the word vectors of `@porthole/vectors-en`, if
   * that is installed. They are loaded at the first such query. Default: auto. Bounds: `auto`, `off`. Environment:
   * `PORTHOLE_SEMANTIC`.
   */
  readonly semantic?: Input["semantic"]
  /**
   * The whole User-Agent of searches and fetches. If unset, `Porthole/<version>` and `user_agent_url`. Default: none.
   * Bounds: 1–512 printable ASCII characters. Environment: `PORTHOLE_USER_AGENT`.
   */
  readonly userAgent?: Input["user_agent"]
  /**
   * The operator's contact page, or a `mailto:` address, sent as `(+URL)` after the default User-Agent. If unset, the
   * project's address, if the release has one. Wikipedia and others answer 403 without a contact. Default: none.
   * Bounds: 1–512 printable ASCII characters. Environment: `PORTHOLE_USER_AGENT_URL`.
   */
  readonly userAgentUrl?: Input["user_agent_url"]
  /**
   * The instruction that a `Compressor` gets with each page, beside the call's `query`. Default: Keep the facts,
   * figures, names, dates, code and links; drop repetition and filler. Bounds: any text. Environment:
   * `PORTHOLE_COMPRESS_INSTRUCTION`.
   */
  readonly compressInstruction?: Input["compress_instruction"]
  /**
   * The search providers, in this order. `auto` is all configured ones, in the order of the accepted names, and the
   * public ones only if none is configured. Default: auto. Bounds: `auto`, or a list of `searxng`, `tavily`, `brave`,
   * `serpapi`, `exa`, `firecrawl`, `serper`, `jina`, `json`, `duckduckgo`, `wikipedia`. Environment:
   * `PORTHOLE_PROVIDER`.
   */
  readonly provider?: Input["provider"]
  /**
   * `chain` calls the next provider when one fails; `fan_out` calls all in parallel and merges their hits. Default:
   * chain. Bounds: `chain`, `fan_out`. Environment: `PORTHOLE_SEARCH_MODE`.
   */
  readonly searchMode?: Input["search_mode"]
  /**
   * The page readers, in this order: `pinned` fetches pages from this machine, the others from their servers.
   * Default: pinned. Bounds: a list of `pinned`, `tavily`, `exa`, `firecrawl`, `jina`, `json`. Environment:
   * `PORTHOLE_READER`.
   */
  readonly reader?: Input["reader"]
  /**
   * Concurrent requests to one host; further requests wait. Default: 4. Bounds: 1–32. Environment:
   * `PORTHOLE_PER_HOST_CONCURRENCY`.
   */
  readonly perHostConcurrency?: Input["per_host_concurrency"]
  /**
   * How long a conversation keeps the vetted addresses of a host before it resolves the name again. Default: 300 s.
   * Bounds: 1 s – 1 h. Environment: `PORTHOLE_PIN_TTL`.
   */
  readonly pinTtl?: Input["pin_ttl"]
  /** Ports that a URL may name. Default: 80,443. Bounds: a list of 1–65,535. Environment: `PORTHOLE_PORTS`. */
  readonly ports?: Input["ports"]
  /**
   * Content shorter than this is never compressed. Default: 5,000 characters. Bounds: ≥ 0 characters. Environment:
   * `PORTHOLE_COMPRESS_MIN_LENGTH`.
   */
  readonly compressMinLength?: Input["compress_min_length"]
  /**
   * Pages with less readable text than this carry the warning `low_content`, unless they are small and complete.
   * Default: 200 characters. Bounds: ≥ 0 characters. Environment: `PORTHOLE_LOW_CONTENT_MIN`.
   */
  readonly lowContentMin?: Input["low_content_min"]
  /** Default of `web_search`'s `max_results`. Default: 10. Bounds: 1–100. Environment: `PORTHOLE_MAX_RESULTS`. */
  readonly maxResults?: Input["max_results"]
  /** Default of `web_search_and_fetch`'s `max_results`. Default: 3. Bounds: 1–10. Environment: `PORTHOLE_MAX_PAGES`. */
  readonly maxPages?: Input["max_pages"]
  /**
   * Output budget of one tool call; `message` reports each cut. Default: 20,000 characters. Bounds: 200–1,000,000
   * characters. Environment: `PORTHOLE_MAX_LENGTH`.
   */
  readonly maxLength?: Input["max_length"]
  /**
   * How long the cache answers with a page before the page is revalidated; 0 s turns the cache off. Default: 1 h.
   * Bounds: 0 s – 168 h. Environment: `PORTHOLE_CACHE_TTL`.
   */
  readonly cacheTtl?: Input["cache_ttl"]
  /**
   * Maximum number of entries (pages, searches, robots.txt) of a cache in memory or on disk. Default: 512. Bounds:
   * 1–1,000,000. Environment: `PORTHOLE_CACHE_MAX_ENTRIES`.
   */
  readonly cacheMaxEntries?: Input["cache_max_entries"]
  /**
   * Maximum size of a cache in memory or on disk; the least recently used entry is removed first. Default: 67,108,864
   * bytes. Bounds: 1,048,576–68,719,476,736 bytes. Environment: `PORTHOLE_CACHE_MAX_BYTES`.
   */
  readonly cacheMaxBytes?: Input["cache_max_bytes"]
  /**
   * How long a search's answer is kept; 0 s turns that off. Default: 300 s. Bounds: 0 s – 24 h. Environment:
   * `PORTHOLE_SEARCH_CACHE_TTL`.
   */
  readonly searchCacheTtl?: Input["search_cache_ttl"]
  /**
   * Searches and fetches a minute, together; further ones wait within their deadline, or fail as `rate_limited`.
   * Cached answers don't count. Default: no limit. Bounds: 1–10,000. Environment: `PORTHOLE_MAX_REQUESTS_PER_MINUTE`.
   */
  readonly maxRequestsPerMinute?: Input["max_requests_per_minute"]
  /**
   * Which calls share `max_requests_per_minute`: those of a conversation, or those of a tenant. Default:
   * conversation. Bounds: `conversation`, `tenant`. Environment: `PORTHOLE_RATE_LIMIT_BY`.
   */
  readonly rateLimitBy?: Input["rate_limit_by"]
  /**
   * Searches and fetches that one conversation may make in all; further ones fail as `budget_exceeded`. Cached
   * answers don't count. Default: none. Bounds: ≥ 1. Environment: `PORTHOLE_MAX_USES`.
   */
  readonly maxUses?: Input["max_uses"]
  /**
   * Fetch only URLs that the conversation has seen: from the user, in a hit, or as a link of a fetched page. Default:
   * off. Bounds: `on`, `off`, `true`, `false`. Environment: `PORTHOLE_KNOWN_URLS_ONLY`.
   */
  readonly knownUrlsOnly?: Input["known_urls_only"]
  /**
   * URLs that count as seen in every conversation under `known_urls_only`. Default: none. Bounds: absolute http(s)
   * URLs, separated by spaces. Environment: `PORTHOLE_KNOWN_URLS`.
   */
  readonly knownUrls?: Input["known_urls"]
  /**
   * Only these domains are fetched and shown as hits: `example.com` with its subdomains, `*.example.com` only its
   * subdomains. Default: none. Bounds: a list of host names, `*.` patterns and addresses. Environment:
   * `PORTHOLE_ALLOW_DOMAINS`.
   */
  readonly allowDomains?: Input["allow_domains"]
  /**
   * These domains are neither fetched nor shown as hits; takes precedence over `allow_domains`. Default: none.
   * Bounds: a list of host names, `*.` patterns and addresses. Environment: `PORTHOLE_DENY_DOMAINS`.
   */
  readonly denyDomains?: Input["deny_domains"]
  /**
   * Read a page at a better address of the same text where a rule of Porthole's knows one, such as a file for
   * GitHub's view of it; `message` says so. `docs/addresses.md` lists the rules. Default: on. Bounds: `on`, `off`,
   * `true`, `false`. Environment: `PORTHOLE_BETTER_ADDRESSES`.
   */
  readonly betterAddresses?: Input["better_addresses"]
  /**
   * Rules of your own for better addresses, before Porthole's: `https://wiki.example.com/view/{page*} =>
   * https://wiki.example.com/raw/{page*}`. Default: none. Bounds: rules `FROM => TO`, separated by `; `. Environment:
   * `PORTHOLE_ADDRESS_RULES`.
   */
  readonly addressRules?: Input["address_rules"]
  /**
   * Check each site's robots.txt before a page is fetched. Default: on. Bounds: `on`, `off`, `true`, `false`.
   * Environment: `PORTHOLE_ROBOTS`.
   */
  readonly robots?: Input["robots"]
  /**
   * Also trace the steps of each call: providers, hops, and the stages of the reader. Default: off. Bounds: `on`,
   * `off`, `true`, `false`. Environment: `PORTHOLE_TRACE`.
   */
  readonly trace?: Input["trace"]
  /**
   * Who resolves the names of sites: the system, or DNS-over-HTTPS servers, one after the other if one fails. For
   * networks whose name server answers with fake addresses. Default: system. Bounds: `system`, or 1–4 https or http
   * URLs without credentials and query, separated by spaces. Environment: `PORTHOLE_RESOLVER`.
   */
  readonly resolver?: Input["resolver"]
  /**
   * The proxy through which sites, and endpoints that aren't private by their form, are reached, by CONNECT or SOCKS
   * 5. The variables of the environment for proxies are ignored. Default: none. Bounds: `http://host:port`,
   * `https://…` or `socks5://…`, without credentials. Environment: `PORTHOLE_EGRESS_PROXY`.
   */
  readonly egressProxy?: Input["egress_proxy"]
  /**
   * The credentials that `egress_proxy` demands. Default: none. Bounds: `user:password`, each of 1–255 bytes.
   * Environment: `PORTHOLE_EGRESS_PROXY_CREDENTIALS`.
   */
  readonly egressProxyCredentials?: Input["egress_proxy_credentials"]
  /**
   * Where `porthole keys` stores keys: in a file that only this user can read, or on the Redis of `redis_url`.
   * Default: file. Bounds: `file`, `redis`. Environment: `PORTHOLE_KEY_STORE`.
   */
  readonly keyStore?: Input["key_store"]
  /**
   * Where pages and searches are cached on disk, so that they survive the process; unset, they are in memory.
   * Default: none. Bounds: a folder. Environment: `PORTHOLE_CACHE_DIR`.
   */
  readonly cacheDir?: Input["cache_dir"]
  /**
   * Where `porthole docs` keeps its indexes, one file for each library and version. Default: `porthole/docs` in the
   * user's folder for data. Bounds: a folder. Environment: `PORTHOLE_DOCS_DIR`.
   */
  readonly docsDir?: Input["docs_dir"]
  /**
   * A WARC file, such as `run.warc.gz`, into which everything from outside is recorded, or from which it is replayed
   * without a network. Default: none. Bounds: a file. Environment: `PORTHOLE_RECORDING`.
   */
  readonly recording?: Input["recording"]
  /**
   * Whether `recording` is recorded or replayed; `auto` replays a file that exists, and records a new one. Default:
   * auto. Bounds: `auto`, `record`, `replay`. Environment: `PORTHOLE_RECORDING_MODE`.
   */
  readonly recordingMode?: Input["recording_mode"]
  /**
   * What becomes of a request that the replayed recording doesn't hold: it fails; or a search is ranked from the
   * recording's pages and hits; or it goes to the network and is recorded. Default: error. Bounds: `error`, `search`,
   * `live`. Environment: `PORTHOLE_REPLAY_MISSES`.
   */
  readonly replayMisses?: Input["replay_misses"]
  /**
   * A Redis that shares caches and rate limits between processes; it replaces `cache_dir`. Default: none. Bounds:
   * `redis://[[user]:password@]host[:port][/database]`, or `rediss://…`. Environment: `PORTHOLE_REDIS_URL`.
   */
  readonly redisUrl?: Input["redis_url"]
  /**
   * The URL at which you publish the public keys of `porthole identity`. A site that asks for a signature (Web Bot
   * Auth) then gets one. It tells sites, and everyone who compares their logs, which requests are yours. Default:
   * none. Bounds: an https URL without credentials, query and fragment. Environment: `PORTHOLE_SIGNATURE_AGENT`.
   */
  readonly signatureAgent?: Input["signature_agent"]
  /**
   * The file of the keys that sign; only you can read it. Default: `signature-keys.json` in the folder of `porthole
   * keys`. Bounds: a file. Environment: `PORTHOLE_SIGNATURE_KEYS`.
   */
  readonly signatureKeys?: Input["signature_keys"]
  /**
   * The browser of `render`: Chromium, or better its headless shell. It is never downloaded. Default: the first of
   * the usual places. Bounds: the path of a program. Environment: `PORTHOLE_CHROMIUM`.
   */
  readonly chromium?: Input["chromium"]
  /**
   * Let `render` start its browser on macOS and Windows, which have no network namespaces: the browser's own flags
   * are then all that keeps it from the network. On Linux it changes nothing. Default: off. Bounds: `on`, `off`,
   * `true`, `false`. Environment: `PORTHOLE_RENDER_WITHOUT_NAMESPACE`.
   */
  readonly renderWithoutNamespace?: Input["render_without_namespace"]
  /**
   * The tools that models see, over MCP and by the facade's `definitions`, and calls of others fail. A tool comes
   * with its usual parameters; `web_fetch.max_bytes` adds one, and `web_fetch.query` without `web_fetch` lists only
   * `url` and `query`. The tools of documentation are there where it is served. Default:
   * web_search,web_fetch,web_search_and_fetch,docs_search,docs_fetch. Bounds: a list of `web_search`, `web_fetch`,
   * `web_search_and_fetch`, `web_quote`, `web_map`, `docs_search`, `docs_fetch`, each also with a parameter, such as
   * `web_fetch.max_bytes`. Environment: `PORTHOLE_TOOLS`.
   */
  readonly tools?: Input["tools"]
  /**
   * Largest image that `web_fetch` gives MCP clients as an image, by a second request; unset, an image's URL is
   * `unsupported_content_type`. Models pay for images by their pixels. Default: none. Bounds: 1,024–16,777,216 bytes.
   * Environment: `PORTHOLE_MCP_IMAGE_BYTES`.
   */
  readonly mcpImageBytes?: Input["mcp_image_bytes"]
  /**
   * Also return each answer to MCP clients as an object (`structuredContent`). Some clients then show a model only
   * that, as escaped JSON without a fence. Default: off. Bounds: `on`, `off`, `true`, `false`. Environment:
   * `PORTHOLE_MCP_STRUCTURED`.
   */
  readonly mcpStructured?: Input["mcp_structured"]
  /**
   * OpenTelemetry collector that gets a span per call, by OTLP over HTTP, unless `recording` is set. Its keys:
   * `OTEL_EXPORTER_OTLP_HEADERS`. Default: none. Bounds: an http or https URL without credentials, query and
   * fragment. Environment: `OTEL_EXPORTER_OTLP_ENDPOINT`.
   */
  readonly otlpEndpoint?: Input["otlp_endpoint"]
}
