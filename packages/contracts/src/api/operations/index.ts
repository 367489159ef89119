export * from './backups.js'
export * from './dead-letters.js'
export * from './system.js'
