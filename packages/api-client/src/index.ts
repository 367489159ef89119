export * from './call-input.js'
export * from './client.js'
export { explainConnection } from './connection-fault.js'
export * from './errors.js'
