/** The use-case behind a reranker's API: orders documents of the caller by our ranking of words. It calls nobody. */
import * as Effect from "effect/Effect"
import * as Arguments from "../domain/call/Arguments.ts"
import * as Trace from "../domain/call/Trace.ts"
import { maxDocuments, RankRequest, type RankRequestInput } from "../domain/page/RankRequest.ts"
import { Settings } from "../domain/settings/Settings.ts"
import * as Deadline from "../domain/time/Deadline.ts"
import * as WebError from "../domain/WebError.ts"
import * as Documents from "../passages/Documents.ts"
import * as TextWork from "../passages/TextWork.ts"

/** The indices of the documents that match the question, the best first. It may take `search_timeout`. */
export const rankDocuments = (
  request: Arguments.Arguments<RankRequestInput>,
): Effect.Effect<ReadonlyArray<number>, WebError.WebError> =>
  Trace.call("rankDocuments")(Effect.flatMap(decodeRequest(request), ({ request }) => rank(request)))

// --- private --------------------------------------------------------------------------

const decodeRequest = Arguments.decoder(RankRequest, maxDocuments)

const rank = ({ documents, query }: RankRequest): Effect.Effect<ReadonlyArray<number>, WebError.WebError> =>
  Settings.use(({ search_timeout }) =>
    Deadline.within(TextWork.hold(lengthOf(documents))(Documents.order(documents, query)), {
      duration: search_timeout,
      orElse: () => WebError.fail({ error: "timeout", message: "The ranking took too long. Send fewer documents." }),
    }),
  )

const lengthOf = (documents: ReadonlyArray<string>): number => documents.reduce((sum, { length }) => sum + length, 0)
