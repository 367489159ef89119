export * from './agent-sessions.js'
export * from './agent-tools.js'
export * from './bundles.js'
export * from './session-report.js'
