/** Ours as the tools call it. */
import * as Ours from "../Ours.ts"

export const { useCase: get } = await Ours.make()
