import { NullableOf, OneOf, Open, processRoles, type ProcessRole } from '@signalbox/contracts'
import { Type, type Static } from 'typebox'
import { systemClock, type Clock } from '../clock.js'
import { readPackageVersion } from '../config/package-version.js'

const Measured = {
  /** File system of the data directory, in bytes; null if there is none. */
  disk: NullableOf(Open({ sizeBytes: Type.Number(), freeBytes: Type.Number() })),
  /** By event log topic; null for a process that stores nothing. */
  topics: NullableOf(Type.Array(Open({ topic: Type.String(), records: Type.Integer(), lagMs: Type.Number() }))),
  /** Size and limit of the embedded log, in bytes. */
  logBytes: NullableOf(Type.Number()),
  logBytesMax: NullableOf(Type.Number()),
}

/** State of a process, as exchanged between processes. */
export const ProcessVitals = Open({
  roles: Type.Array(OneOf(processRoles)),
  version: Type.String(),
  /** Unix milliseconds. */
  startedAt: Type.Number(),
  ...Measured,
})
export type ProcessVitals = Static<typeof ProcessVitals>

type MeasuredVitals = Pick<ProcessVitals, keyof typeof Measured>

/** State of this process. */
export interface Vitals {
  /** Records new measurements. */
  note(measured: Partial<MeasuredVitals>): void
  read(): ProcessVitals
}

/** @param roles Roles that run in this process. */
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
