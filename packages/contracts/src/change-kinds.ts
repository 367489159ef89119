/** Kinds of change that can be announced. */
export const changeKinds = ['commit', 'flag', 'config', 'infrastructure', 'status', 'other'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** Kinds of change that are listed: deployments have an endpoint of their own and are listed with the others. */
export const listedChangeKinds = [...changeKinds, 'deployment'] as const
