/** Facts about the providers without loading any of them. */
export * as ProviderName from "./ProviderName.ts"
export * as ProviderSettings from "./ProviderSettings.ts"
