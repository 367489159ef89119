import type { RouteContract } from '../http/route.js'
import { createBackup } from './backups.js'
import { listDeadLetters, readDeadLetter, replayDeadLetter } from './dead-letters.js'
import { readSystem, readSystemHistory } from './system.js'

/** The routes of this domain, in the order in which the API document shows them. */
export const operationRoutes: readonly RouteContract[] = [
  readSystem,
  readSystemHistory,
  createBackup,
  listDeadLetters,
  readDeadLetter,
  replayDeadLetter,
]
