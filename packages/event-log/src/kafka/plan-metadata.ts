/** Format of a plan in the metadata of a partition's committed offset: `plan=<end>`. */
const pattern = /^plan=(\d{1,16})$/

export function writePlan(end: number): string {
  return `plan=${end}`
}

/** @returns the end of the open plan; undefined if there is none. */
export function readPlan(metadata: string | null | undefined): number | undefined {
  const end = pattern.exec(metadata ?? '')?.[1]
  return end === undefined ? undefined : Number(end)
}
