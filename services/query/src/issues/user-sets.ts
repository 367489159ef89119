/**
 * The users of a group of events, as a set that unites with others: as the projection by day keeps it. By 64 bits of a hash,
 * in which a million users meet once in forty million answers.
 */
export const userSetSql = 'uniqExactIfState(sipHash64(user_key), notEmpty(user_key))'

/** How many users are in the sets of a column together. */
export function countUsers(column: string): string {
  return `uniqExactIfMerge(${column})`
}
