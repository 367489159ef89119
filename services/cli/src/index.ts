export * from './cli.js'
export * from './environment.js'
export * from './exit-codes.js'
