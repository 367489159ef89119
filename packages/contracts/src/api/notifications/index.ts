export * from './channel-kinds.js'
export * from './notification-channels.js'
