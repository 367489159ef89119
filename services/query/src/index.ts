export { createQueryRoutes, type QueryDependencies } from './app.js'
export type { CapacityDefaults, NodeCapacity } from './cluster/node-capacity.js'
export { createObservedReader, type ObservedReader } from './reading/observed-reader.js'
