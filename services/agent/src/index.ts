export * from './facts/fact-pack.js'
export * from './investigation/investigation.js'
