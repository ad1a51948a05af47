/** Makes the package `@porthole/store-redis` missing, as if it weren't installed. */
import { registerHooks } from "node:module"

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier !== "@porthole/store-redis") return next(specifier, context)
    const missing = new Error(`Cannot find package '${specifier}' imported from ${context.parentURL}`)
    throw Object.assign(missing, { code: "ERR_MODULE_NOT_FOUND" })
  },
})
