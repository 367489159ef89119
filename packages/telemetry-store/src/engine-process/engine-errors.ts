import { parseError } from '@clickhouse/client'
import { StoreError } from '../reader.js'
import { toStoreError } from '../store-errors.js'

/** A failure that the engine told, in its own words. */
export const toEngineError = (message: string): StoreError => toStoreError(parseError(message))

/** The failure of a statement that ran while the engine's process ended: nothing may be concluded about what it did. */
export function endedWith({ isCulprit }: { isCulprit: boolean }): StoreError {
  return isCulprit
    ? new StoreError('timeout', 'The statement timed out and was stopped together with the engine', atEnd)
    : new StoreError('unavailable', 'The analytics engine exited while the statement was running', atEnd)
}

const atEnd = { endedEngine: true }
