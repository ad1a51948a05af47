/**
 * Checks the components that calls need besides providers: the cache, the stored keys, the reader, which turns fetched
 * documents into text on this machine, services that read pages ({@link ReaderCheck}), the browser, which runs the
 * scripts of pages, and the way to sites ({@link NetworkCheck}). Tells of a User-Agent without a contact, too. For
 * `porthole doctor`.
 */
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Conversation, Extractor, Settings, WebError } from "@porthole/core"
import { ToolSettings } from "../settings/ToolSettings.ts"
import * as Node from "../node/node.ts"
import * as NetworkCheck from "./NetworkCheck.ts"
import * as ReaderCheck from "./ReaderCheck.ts"

/** The finding about one component. */
export interface ComponentFinding {
  readonly part: "cache" | "keys" | "reader" | "browser" | "network" | "contact"
  /** Its location. */
  readonly place:
    | "memory"
    | "folder"
    | "redis"
    | "file"
    | "local"
    | "service"
    | "user-agent"
    | NetworkCheck.NetworkFinding["place"]
  /** Whether it works; absent if it wasn't tried. */
  readonly works?: boolean
  /** Why it doesn't work, or how its processes are confined, in one line. */
  readonly detail?: string
  /** The setting to change, in a sentence. */
  readonly advice?: string
}

/**
 * Tries every component. Without `probes` it connects to no Redis and no site; nor to a site if no page is read from
 * this machine.
 */
export const examine = ({ probes }: { readonly probes: boolean }): Effect.Effect<ReadonlyArray<ComponentFinding>> =>
  Effect.flatMap(Settings.Settings, (settings) => {
    const network = probes && settings.reader.includes("pinned") ? [NetworkCheck.examine] : []
    const parts = Effect.all([cache(probes), keys(probes), reader, browser, ...network], { concurrency: "unbounded" })
    return Effect.zipWith(
      parts,
      ReaderCheck.examine,
      (findings, services) => [...findings, ...services, ...contact(settings)],
      { concurrent: true },
    )
  })

// --- private --------------------------------------------------------------------------

const cache = (probes: boolean): Effect.Effect<ComponentFinding> =>
  Effect.gen(function* () {
    const { cache_dir, redis_url } = yield* ToolSettings
    if (redis_url !== undefined) {
      const redis = { part: "cache", place: "redis" } as const
      if (!probes) return redis
      const found = yield* outcome(Node.probeCache, "Check PORTHOLE_REDIS_URL, and that Redis runs.")
      const advice = [
        ...Option.toArray(Option.fromUndefinedOr(found.advice)),
        ...Option.toArray(yield* Node.evictionAdvice),
        ...Option.toArray(yield* Node.persistenceAdvice),
      ]
      return { ...redis, ...found, ...(advice.length === 0 ? {} : { advice: advice.join(" ") }) }
    }
    if (cache_dir === undefined) return { part: "cache", place: "memory", works: true }
    const advice = "Set PORTHOLE_CACHE_DIR to a folder that you can write to."
    return { part: "cache", place: "folder", ...(yield* outcome(Node.probeCache, advice)) }
  })

const keys = (probes: boolean): Effect.Effect<ComponentFinding> =>
  Effect.gen(function* () {
    const { key_store } = yield* ToolSettings
    const { tenant } = yield* Conversation.Conversation
    const part = { part: "keys", place: key_store } as const
    if (key_store === "redis" && !probes) return part
    const listed = Effect.scoped(Effect.flatMap(Node.storedKeys, ({ list }) => list(tenant)))
    return { ...part, ...(yield* outcome(listed)) }
  })

const tryReader = Effect.gen(function* () {
  const { extract } = yield* Extractor.Extractor
  const bytes = new TextEncoder().encode("<title>Probe</title><p>A page to try the reader with.</p>")
  return yield* extract({ url: "about:blank", contentType: "text/html; charset=utf-8", bytes, mode: "markdown" })
}).pipe(Effect.provide(Node.extractor))

const reader: Effect.Effect<ComponentFinding> = Effect.suspend(() =>
  Effect.zipWith(outcome(tryReader), Node.readerConfinement, (found, detail) => ({
    part: "reader",
    place: "local",
    detail,
    ...found,
  })),
)

/** The browser, which must work only if pages are rendered; else one that is there is named, to be confirmed. */
const browser: Effect.Effect<ComponentFinding> = Effect.gen(function* () {
  const { render } = yield* Settings.Settings
  const part = { part: "browser", place: "local" } as const
  const found = yield* Effect.match(Effect.timeout(Node.inspectBrowser, "30 seconds"), {
    onFailure: (error) => ({ works: false, detail: "missing" in error ? error.missing : "The browser doesn't start." }),
    onSuccess: ({ hasNamespace, path, user, version }) => ({
      works: true,
      detail: [
        `${path} (${version}), in its sandbox`,
        hasNamespace ? "in a network namespace of its own" : "without a network namespace",
        ...(user === undefined ? [] : [`as user ${user.uid}`]),
      ].join(", "),
    }),
  })
  if (render !== "off") return { ...part, ...found }
  const advice = "Pages aren't rendered. Set PORTHOLE_RENDER to auto to run the scripts of those that are empty."
  return found.works ? { ...part, detail: found.detail, advice } : { ...part, detail: "PORTHOLE_RENDER is off." }
})

/** Only a missing contact is a finding. It fails nothing: most sites answer without one. */
const contact = (settings: Settings.SettingsShape): ReadonlyArray<ComponentFinding> =>
  settings.user_agent !== undefined || Settings.contactOf(settings) !== undefined
    ? []
    : [
        {
          part: "contact",
          place: "user-agent",
          detail: `${Settings.userAgent(settings)} names nobody to turn to: Wikipedia and others may answer 403.`,
          advice: "Set PORTHOLE_USER_AGENT_URL to a page about you, or to mailto: and your address.",
        },
      ]

/** The advice is only useful if the component fails. */
const outcome = <A, E>(
  tried: Effect.Effect<A, E>,
  advice?: string,
): Effect.Effect<Omit<ComponentFinding, "part" | "place">> =>
  Effect.timeout(tried, "30 seconds").pipe(
    Effect.as({ works: true }),
    Effect.catchCause((cause) =>
      Effect.succeed({
        works: false,
        detail: detailOf(Cause.squash(cause)),
        ...(advice === undefined ? {} : { advice }),
      }),
    ),
  )

const tooSlow = "It took longer than 30 s. If this machine is busy, try again."

/** The innermost message, which is the system's: `EACCES: permission denied, mkdir …`. */
const detailOf = (error: unknown): string =>
  (Cause.isTimeoutError(error) ? tooSlow : undefined) ??
  WebError.chainOf(error).findLast(({ message }) => message !== "")?.message ??
  "No reason is known."
