/** Facts about the providers, and the settings, without loading any provider or tool. */
export * as JobSettings from "../settings/JobSettings.ts"
export * as ProviderName from "./ProviderName.ts"
export * as ProviderSettings from "./ProviderSettings.ts"
