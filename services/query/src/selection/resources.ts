/** What nodes and pods use: cores of processor time, bytes of memory. */
export const resources = ['cpu', 'memory'] as const
export type Resource = (typeof resources)[number]
export type ByResource<T> = Record<Resource, T>
