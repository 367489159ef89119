export * from './blob-store.js'
export * from './directory-store.js'
