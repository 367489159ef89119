/** Resources used by nodes and pods: CPU cores, bytes of memory. */
export const resources = ['cpu', 'memory'] as const
export type Resource = (typeof resources)[number]
export type ByResource<T> = Record<Resource, T>
