/** Reads each document in a thread or process of a pool, whose time and memory are limited from outside. */
export * as Confinement from "./Confinement.ts"
export * as ProcessWorker from "./ProcessWorker.ts"
export { run } from "./RunTask.ts"
export { failedReport, type Report, type Task } from "./Task.ts"
export * as ThreadWorker from "./ThreadWorker.ts"
export { entry } from "./Worker.ts"
export * as WorkerPool from "./WorkerPool.ts"
