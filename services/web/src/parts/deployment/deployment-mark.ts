/** Maximum age of a deployment at the first event for it to be a suspect, in milliseconds. */
export const suspectWindowMs = 30 * 60_000

/** A deployment's position in the range of a row's bars. */
export interface DeploymentMark {
  /** Unix milliseconds. */
  at: number
  /** 0 to 1. */
  share: number
}

/** Returns the position of the last deployment in the half hour before something began: the only one worth a mark. */
export function markBefore(marks: readonly DeploymentMark[], beganAt: string): readonly number[] {
  const began = Date.parse(beganAt)
  const [last] = marks.filter(({ at }) => at <= began && began - at <= suspectWindowMs).toSorted((a, b) => b.at - a.at)
  return last === undefined ? [] : [last.share]
}
