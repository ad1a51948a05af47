/** The endpoints of a server: the methods of each path, noted while the routes are added to the router. */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Layer from "effect/Layer"

/** The methods by path. */
export type Endpoints = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The endpoint of a request's path, and its methods. A path equals that of its endpoint, character by character, except
 * for a job's id in the place of `:id`.
 */
export const find = (
  endpoints: Endpoints,
  path: string,
): { readonly path: string; readonly methods: ReadonlySet<string> } | undefined => {
  const plain = path
    .split("/")
    .map((part) => (isId.test(part) ? ":id" : part))
    .join("/")
  const methods = endpoints.get(plain)
  // Nobody's id is the pattern itself.
  return methods === undefined || path.includes(":") ? undefined : { path: plain, methods }
}

/** Wraps the router, and notes each route that is added from now on. `HEAD` goes with `GET` (RFC 9110 section 9.1). */
export const noting = (
  endpoints: Map<string, Set<string>>,
): Layer.Layer<HttpRouter.HttpRouter, never, HttpRouter.HttpRouter> => {
  const note = (method: string, path: string) => {
    const methods = endpoints.get(path) ?? new Set()
    endpoints.set(path, methods.add(method))
    if (method === "GET") methods.add("HEAD")
  }
  return Layer.effect(
    HttpRouter.HttpRouter,
    Effect.map(HttpRouter.HttpRouter, (router) =>
      HttpRouter.HttpRouter.of({
        ...router,
        add: (method, path, handler, options) => {
          note(method, path)
          return router.add(method, path, handler, options)
        },
        addAll: (routes) => {
          for (const { method, path } of routes) note(method, path)
          return router.addAll(routes)
        },
      }),
    ),
  )
}

// --- private --------------------------------------------------------------------------

/** A UUID (RFC 9562). */
const isId = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
