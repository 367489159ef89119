export * from './event-input.js'
export * from './process-event.js'
