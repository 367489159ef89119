import { randomUUID } from 'node:crypto'
import { systemClock, type Clock } from '../clock.js'
import type { Component } from '../lifetime/lifecycle.js'
import { createRepeater, type Repetition } from '../lifetime/create-repeater.js'
import type { Log } from '../logging/log.js'
import type { ProcessVitals, Vitals } from './process-vitals.js'
import type { WarningReport } from './warning-report.js'
import type { Warnings } from './warnings.js'

/** State of a process, and when it was reported. */
export interface ReportedVitals {
  /** Unix milliseconds. */
  reportedAt: number
  vitals: ProcessVitals
}

/** Warnings and state of all processes of an installation. */
export interface WarningBoard {
  /**
   * Records all current warnings of another process.
   * @param source Identifies the process; different after each start.
   * @param vitals Omitted by processes of older versions.
   */
  report(source: string, warnings: readonly WarningReport[], vitals?: ProcessVitals): void
  /** Lists the warnings of an organization and of the installation, newest first. */
  list(organizationId: string): WarningReport[]
  /** Lists this process and those that reported recently. */
  processes(): ReportedVitals[]
}

const reportEveryMs = 10_000
/** A process that has not reported for this long is considered gone. */
const expiresAfterMs = 3 * reportEveryMs
/** Maximum number of processes. Beyond it, the one that reported longest ago is dropped. */
const sourcesMax = 500

interface Report {
  at: number
  warnings: readonly WarningReport[]
  vitals: ProcessVitals | undefined
}

/** @param own Warnings and vitals of the process that hosts the board. */
export function createWarningBoard(
  own: { warnings: Pick<Warnings, 'list'>; vitals: Pick<Vitals, 'read'> },
  clock: Clock = systemClock,
): WarningBoard {
  const sources = new Map<string, Report>()
  const listCurrent = (now: number) => [...sources.values()].filter(({ at }) => Math.abs(now - at) <= expiresAfterMs)
  return {
    report: (source, warnings, vitals) => {
      sources.delete(source)
      sources.set(source, { at: clock(), warnings, vitals })
      const [oldest] = sources.keys()
      if (sources.size > sourcesMax && oldest !== undefined) sources.delete(oldest)
    },
    list: (organizationId) => {
      const reported = listCurrent(clock()).flatMap(({ warnings }) => warnings)
      return [...own.warnings.list(), ...reported]
        .filter((warning) => warning.organizationId === '' || warning.organizationId === organizationId)
        .sort((one, other) => other.lastAt - one.lastAt)
    },
    processes: () => {
      const now = clock()
      const reported = listCurrent(now).flatMap(({ at, vitals }) => (vitals ? [{ reportedAt: at, vitals }] : []))
      return [{ reportedAt: now, vitals: own.vitals.read() }, ...reported]
    },
  }
}

/** Reports a process's warnings and vitals to the control plane until stopped; failed reports are repeated. */
export function createWarningReporter({
  warnings,
  vitals,
  report,
  log,
}: {
  warnings: Pick<Warnings, 'list'>
  vitals: Pick<Vitals, 'read'>
  report: (source: string, warnings: readonly WarningReport[], vitals: ProcessVitals) => Promise<void>
  log: Pick<Log, 'debug' | 'error'>
}): Component {
  const source = randomUUID()
  const repeat = createRepeater({ clock: systemClock, log, pauseMsMax: reportEveryMs })
  let repetition: Repetition | undefined
  return {
    name: 'warnings',
    start: () => {
      repetition = repeat('reporting warnings', async () => {
        await report(source, warnings.list(), vitals.read()).catch((err: unknown) => {
          // The control plane may be unreachable for a while; the warnings are also in this process's log.
          log.debug({ err }, 'warnings could not be reported; retrying')
        })
        return systemClock() + reportEveryMs
      })
      return Promise.resolve()
    },
    stop: async () => {
      await repetition?.stop()
    },
  }
}
