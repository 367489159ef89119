export { createQueryRoutes, type QueryDependencies } from './app.js'
export type { CapacityDefaults, NodeCapacity } from './selection/capacity-defaults.js'
export { createObservedReader, type ObservedReader } from './reading/observed-reader.js'
