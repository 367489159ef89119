export * from './changes.js'
export * from './deployments.js'
export * from './repositories.js'
