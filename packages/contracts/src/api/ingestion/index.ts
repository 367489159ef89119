export * from './ingestion.js'
