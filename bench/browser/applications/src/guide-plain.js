import { get } from "./shared.js"

export const load = () => get("/guide")
