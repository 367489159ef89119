export * from './call-input.js'
export * from './client.js'
export * from './errors.js'
