/** The corpora and the scores of the trainer, so that trainer and measures judge alike. */
export * as Corpus from "../../../packages/extract/train/corpora/Corpus.ts"
export * as Rendered from "../../../packages/extract/train/corpora/Rendered.ts"
export * as Figures from "../../../packages/extract/train/scores/Figures.ts"
export * as Scores from "../../../packages/extract/train/scores/Scores.ts"
export * as TypeScores from "../../../packages/extract/train/scores/TypeScores.ts"
