/**
 * The users of a group of events, as a mergeable set, in the form of the daily projection. Uses a 64-bit hash, with
 * which a million users collide in one of forty million results.
 */
export const userSetSql = 'uniqExactIfState(sipHash64(user_key), notEmpty(user_key))'

/** Number of users in the union of a column's sets. */
export function countUsers(column: string): string {
  return `uniqExactIfMerge(${column})`
}

/** The union of a column's sets. */
export function mergeUsers(column: string): string {
  return `uniqExactIfMergeState(${column})`
}
