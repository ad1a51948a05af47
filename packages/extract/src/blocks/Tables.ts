import type { Table } from "./Weights.ts"
export const firstTable: Table = { bias: 0, weights: {} }
export const secondTable: Table = { bias: 0, weights: {} }
