export * from './notification-channels.js'
