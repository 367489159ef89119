export * from './config.js'
