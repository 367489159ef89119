export * from './clean-text.js'
export * from './clock-drift.js'
export * from './normalize-tags.js'
export * from './protocol-timestamp.js'
