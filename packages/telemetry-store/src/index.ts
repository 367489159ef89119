export * from './reader.js'
export * from './rows.js'
export * from './writer.js'
