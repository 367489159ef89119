export * from './parameters.js'
export * from './people.js'
export * from './releases.js'
export * from './sentry-cli.js'
