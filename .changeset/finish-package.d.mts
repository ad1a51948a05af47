/** The types of what other scripts use of `finish-package.mjs`. */
export declare const addressOf: () => string | undefined
