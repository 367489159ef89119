export * from './clock.js'
export * from './directory.js'
export * from './http/route-handler.js'
