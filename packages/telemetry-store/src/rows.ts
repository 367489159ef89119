/** Entry point for the consumer's worker thread: tables and row encoding, without a database client. */
export { checkRow, InvalidRowError } from './column-checks.js'
export * from './duplicates/item-identity.js'
export * from './insert-builder.js'
export * from './prepared-insert.js'
export * from './tables/index.js'
