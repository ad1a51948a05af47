/** A provider's protocol, as a server speaks it. */

/** A received request; `body` is its parsed JSON or form, if it has either. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** A reply; a body that isn't text is sent as JSON. */
export interface Reply {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** A hit as the command prints it with `--include-metadata`. */
export interface Hit {
  readonly title: string
  readonly url: string
  readonly snippet: string
  readonly metadata?: Readonly<Record<string, string | number>>
}

/** A provider's protocol and the expected requests and hits. */
export interface Wire {
  /** Its name in tests: the provider, and its engine. */
  readonly name: string
  readonly provider: string
  /** The variable of its key; absent if it has none. */
  readonly key?: { readonly variable: string; readonly value: string; readonly isOptional?: true }
  /** Further variables of the command, for a server at this address. */
  readonly env: (url: string) => Readonly<Record<string, string>>
  /** The answer, or the refusal of an invalid request. */
  readonly answer: (requested: ReceivedRequest) => Reply
  /** A second attempt would make things worse. */
  readonly isRequestedOnce?: true
  /** The hits of a plain search, and of one with every filter. */
  readonly hits: ReadonlyArray<Hit>
  readonly fullHits: ReadonlyArray<Hit>
  /** Attempts of the engines that its answer reports as unresponsive. */
  readonly failedEngines?: ReadonlyArray<object>
  /** The answers that come with the hits. */
  readonly beside?: object
  /** The parameters of a plain search without the key: query or body. */
  readonly plain: unknown
  /** The same for a search with every filter, and the fields that the provider doesn't support. */
  readonly full: unknown
  readonly ignored: ReadonlyArray<string>
}
