/** The document of a page as it stands, without scripts, with its shadow trees, closed ones included. */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Answers from "../cdp/Answers.ts"
import { CdpError } from "../cdp/CdpError.ts"
import * as LivePage from "./LivePage.ts"
import * as PageScript from "./PageScript.ts"

/** A document as HTML, and its URL. */
export interface Snapshot {
  readonly html: string
  readonly url: string
}

/**
 * Stops the page's scripts and takes the document; `styles` has the texts of style sheets by their URLs. Frames of
 * other origins are left out if they take longer than `timeOfFrames` (ms) together.
 */
export const take = Effect.fnUntraced(function* (
  page: LivePage.LivePage,
  styles: ReadonlyMap<string, string>,
  timeOfFrames: number,
): Effect.fn.Return<Snapshot, CdpError> {
  LivePage.post(page, "Emulation.setScriptExecutionDisabled", { value: true })
  LivePage.post(page, "Runtime.terminateExecution")
  // Where nothing ran, the next script is the one that is terminated.
  LivePage.post(page, "Runtime.evaluate", { expression: "0" })
  const world = yield* LivePage.world(page)
  const { elements, url } = yield* measureOf(page, world)
  const frames = yield* otherFrames(page, world, Object.fromEntries(styles)).pipe(
    Effect.timeoutOrElse({ duration: timeOfFrames, orElse: () => Effect.succeed([]) }),
  )
  const all = frames.reduce((sum, frame) => sum + frame.elements, elements)
  const weight = frames.reduce((sum, frame) => sum + frame.weight, yield* weightOf(page, world, all))
  const closed = weight <= maxWeight ? yield* closedRoots(page, world) : []
  const values = [Object.fromEntries(styles), maxLength, frames.map(({ html }) => html)].map((value) => ({ value }))
  const args = [...values, ...frames.map(({ owner }) => owner), ...closed]
  const html = yield* LivePage.call(page, world, PageScript.serialise(), args)
  return typeof html === "string" ? { html, url } : yield* unread
})

// --- private --------------------------------------------------------------------------

/** Characters of a document; the rest is cut. */
const maxLength = 8 * 1_048_576

/** Characters of a frame of another origin; the reader opens no longer one. */
const maxFrameLength = 100_000

/** In a larger document closed shadow trees aren't looked for: the browser would list every node of it. */
const maxElements = 20_000

/**
 * Characters of such a list, without those of closed shadow trees, which only the list tells of. It passes through the
 * browser's own process, which serves the other pages, too.
 */
const maxWeight = 16 * 1_048_576

const maxClosedRoots = 500

const decodeMeasure = Schema.decodeUnknownEffect(Schema.Struct({ elements: Schema.Number, url: Schema.String }))

const unread = new CdpError({ reason: "malformed", method: "Runtime.callFunctionOn", detail: "no document" })

const measureOf = (frame: LivePage.LivePage, world: number) =>
  Effect.flatMap(LivePage.call(frame, world, PageScript.measure()), (measure) =>
    Effect.mapError(decodeMeasure(measure), () => unread),
  )

const decodeWeight = Schema.decodeUnknownEffect(Schema.Number)

/** Infinite of so many elements that closed shadow trees aren't looked for. */
const weightOf = (frame: LivePage.LivePage, world: number, elements: number) =>
  elements > maxElements
    ? Effect.succeed(Infinity)
    : Effect.flatMap(LivePage.call(frame, world, PageScript.weigh()), (weight) =>
        Effect.mapError(decodeWeight(weight), () => unread),
      )

interface DomNode {
  readonly backendNodeId: number
  readonly shadowRootType?: string
  readonly children?: ReadonlyArray<DomNode>
  readonly shadowRoots?: ReadonlyArray<DomNode>
}

const DomNode: Schema.Codec<DomNode> = Schema.Struct({
  backendNodeId: Schema.Number,
  shadowRootType: Schema.optionalKey(Schema.String),
  children: Schema.optionalKey(Schema.Array(Schema.suspend((): Schema.Codec<DomNode> => DomNode))),
  shadowRoots: Schema.optionalKey(Schema.Array(Schema.suspend((): Schema.Codec<DomNode> => DomNode))),
})

const FrameTree = Schema.Struct({
  frameTree: Schema.Struct({
    frame: Schema.Struct({ securityOrigin: Schema.String }),
    childFrames: Schema.optionalKey(
      Schema.Array(Schema.Struct({ frame: Schema.Struct({ id: Schema.String, securityOrigin: Schema.String }) })),
    ),
  }),
})

const FrameOwner = Schema.Struct({ backendNodeId: Schema.Number })

/** Maximum number of frames of other origins; the reader opens ten frames. */
const maxFrames = 10

/** The page's frames of its site but not of its origin, which its document can't look into: each with its element. */
const otherFrames = Effect.fnUntraced(function* (page: LivePage.LivePage, world: number, styles: object) {
  const { frameTree } = yield* LivePage.ask(page, FrameTree, "Page.getFrameTree")
  const others = (frameTree.childFrames ?? []).filter(
    ({ frame }) => frame.securityOrigin.startsWith("http") && frame.securityOrigin !== frameTree.frame.securityOrigin,
  )
  return yield* Effect.forEach(others.slice(0, maxFrames), ({ frame }) =>
    frameOf({ ...page, frameId: frame.id }, world, styles),
  ).pipe(Effect.map((frames) => frames.flat()))
})

/** A frame that ends meanwhile, or whose document is elsewhere, has no text. */
const frameOf = (frame: LivePage.LivePage, executionContextId: number, styles: object) =>
  Effect.gen(function* () {
    const world = yield* LivePage.world(frame)
    const { elements } = yield* measureOf(frame, world)
    const weight = yield* weightOf(frame, world, elements)
    const args = [styles, maxFrameLength, []].map((value) => ({ value }))
    const html = yield* LivePage.call(frame, world, PageScript.serialise(), args)
    const { backendNodeId } = yield* LivePage.ask(frame, FrameOwner, "DOM.getFrameOwner", { frameId: frame.frameId })
    const params = { backendNodeId, executionContextId }
    const { object } = yield* LivePage.ask(frame, Answers.ResolvedNode, "DOM.resolveNode", params)
    return [{ html, elements, weight, owner: { objectId: object.objectId } }]
  }).pipe(
    Effect.catchIf(
      ({ reason }) => reason === "refused" || reason === "malformed",
      () => Effect.succeed([]),
    ),
  )

const DomDocument = Schema.Struct({ root: DomNode })

/** The page's closed shadow roots, as objects of a world. */
const closedRoots = (page: LivePage.LivePage, executionContextId: number) =>
  LivePage.ask(page, DomDocument, "DOM.getDocument", { depth: -1, pierce: true }).pipe(
    Effect.flatMap(({ root }) =>
      Effect.forEach(
        closedBelow(root).slice(0, maxClosedRoots),
        (backendNodeId) =>
          LivePage.ask(page, Answers.ResolvedNode, "DOM.resolveNode", { backendNodeId, executionContextId }),
        { concurrency: "unbounded" },
      ),
    ),
    Effect.map((nodes) => nodes.map(({ object }) => ({ objectId: object.objectId }))),
    Effect.catchIf(
      ({ reason }) => reason === "refused" || reason === "malformed",
      () => Effect.succeed([]),
    ),
  )

const closedBelow = (node: DomNode): ReadonlyArray<number> => [
  ...(node.shadowRootType === "closed" ? [node.backendNodeId] : []),
  ...[...(node.shadowRoots ?? []), ...(node.children ?? [])].flatMap(closedBelow),
]
