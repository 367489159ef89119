export * from './envelope.js'
