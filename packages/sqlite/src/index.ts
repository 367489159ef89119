export * from './database.js'
