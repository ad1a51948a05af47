/** For tests of providers: their contract suite, trials, and a double of an endpoint. Imports no test runner. */
export * as ProviderDouble from "./ProviderDouble.ts"
export * as ProviderSuite from "./ProviderSuite.ts"
export * as ProviderTrial from "./ProviderTrial.ts"
