export * from './dsn-keys.js'
export * from './project-settings.js'
export * from './telemetry-projects.js'
