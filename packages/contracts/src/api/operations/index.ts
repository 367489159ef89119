import type { RouteContract } from '../http/route.js'
import { createBackup } from './backups.js'
import { listDeadLetters, readDeadLetter, replayDeadLetter } from './dead-letters.js'
import { readSystem, readSystemHistory } from './system.js'

export * from './backups.js'
export * from './dead-letters.js'
export * from './system.js'

/** Routes of this domain, in documentation order. */
export const operationRoutes: readonly RouteContract[] = [
  readSystem,
  readSystemHistory,
  createBackup,
  listDeadLetters,
  readDeadLetter,
  replayDeadLetter,
]
