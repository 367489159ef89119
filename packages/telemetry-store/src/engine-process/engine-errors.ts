import { parseError } from '@clickhouse/client'
import { StoreError } from '../reader.js'
import { toStoreError } from '../store-errors.js'

/** Converts the engine's error message to a StoreError. */
export const toEngineError = (message: string): StoreError => toStoreError(parseError(message))

/** Error of a statement that was running when the engine's process ended. Its effects are unknown. */
export function engineEndedError({ isCulprit }: { isCulprit: boolean }): StoreError {
  return isCulprit
    ? new StoreError('timeout', 'The statement timed out and was stopped together with the engine', atEnd)
    : new StoreError('unavailable', 'The analytics engine exited while the statement was running', atEnd)
}

const atEnd = { endedEngine: true }
