export * from './backups.js'
export * from './dead-letters.js'
