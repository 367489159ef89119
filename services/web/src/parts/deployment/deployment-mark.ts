/** How long before a first event a deployment may have gone live and still be suspected, milliseconds. */
export const suspectWindowMs = 30 * 60_000

/** Where a deployment falls in the range of a row's bars. */
export interface DeploymentMark {
  /** Unix milliseconds. */
  at: number
  /** 0 to 1. */
  share: number
}

/** Returns where the last deployment in the half hour before something began falls: the one worth a mark beside a number. */
export function markBefore(marks: readonly DeploymentMark[], beganAt: string): readonly number[] {
  const began = Date.parse(beganAt)
  const [last] = marks.filter(({ at }) => at <= began && began - at <= suspectWindowMs).toSorted((a, b) => b.at - a.at)
  return last === undefined ? [] : [last.share]
}
