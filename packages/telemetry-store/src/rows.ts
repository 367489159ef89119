/** Entry point for the consumer's worker thread: tables and row encoding, without a database client. */
export { InvalidRowError } from './column-checks.js'
export * from './duplicates/item-identity.js'
export * from './insert-builder.js'
export * from './prepared-insert.js'
export { checkRow, insertColumns } from './row-encoder.js'
export * from './tables/index.js'
