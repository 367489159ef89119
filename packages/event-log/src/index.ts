export * from './event-log.js'
export { openEmbeddedLog, type EmbeddedLogOptions } from './embedded/open-embedded-log.js'
export { createMemoryLog, type MemoryLogOptions, type MemoryLogState } from './memory/memory-log.js'
