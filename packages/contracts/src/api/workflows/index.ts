export * from './alert-severities.js'
export * from './workflow-runs.js'
export * from './workflow-triggers.js'
export * from './workflows.js'
