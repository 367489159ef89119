import { NullableOf, OneOf, Open, processRoles, type ProcessRole } from '@signalbox/contracts'
import { Type, type Static } from 'typebox'
import { systemClock, type Clock } from '../clock.js'
import { readPackageVersion } from '../config/package-version.js'

const Measured = {
  /** Of the file system of its data directory; null when it has none. Bytes. */
  disk: NullableOf(Open({ sizeBytes: Type.Number(), freeBytes: Type.Number() })),
  /** By topic of the event log; null for a process that stores nothing. */
  topics: NullableOf(Type.Array(Open({ topic: Type.String(), records: Type.Integer(), lagMs: Type.Number() }))),
  /** What the embedded log holds and may hold, in bytes. */
  logBytes: NullableOf(Type.Number()),
  logBytesMax: NullableOf(Type.Number()),
}

/** How a process is doing, as processes tell each other. */
export const ProcessVitals = Open({
  roles: Type.Array(OneOf(processRoles)),
  version: Type.String(),
  /** Unix milliseconds. */
  startedAt: Type.Number(),
  ...Measured,
})
export type ProcessVitals = Static<typeof ProcessVitals>

type MeasuredVitals = Pick<ProcessVitals, keyof typeof Measured>

/** How this process is doing. */
export interface Vitals {
  /** Something was measured anew. */
  note(measured: Partial<MeasuredVitals>): void
  read(): ProcessVitals
}

/** @param roles Those that run in this process. */
export function createVitals(roles: readonly ProcessRole[], clock: Clock = systemClock): Vitals {
  let vitals: ProcessVitals = {
    roles: [...roles],
    version: readPackageVersion(new URL('..', import.meta.url).href),
    startedAt: clock(),
    ...{ disk: null, topics: null, logBytes: null, logBytesMax: null },
  }
  return {
    note: (measured) => {
      vitals = { ...vitals, ...measured }
    },
    read: () => vitals,
  }
}
