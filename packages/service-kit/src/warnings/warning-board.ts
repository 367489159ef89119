import { randomUUID } from 'node:crypto'
import { systemClock, type Clock } from '../clock.js'
import type { Component } from '../lifetime/lifecycle.js'
import { createRepeater, type Repetition } from '../lifetime/create-repeater.js'
import type { Log } from '../logging/log.js'
import type { ProcessVitals, Vitals } from './process-vitals.js'
import type { WarningReport } from './warning-report.js'
import type { Warnings } from './warnings.js'

/** How a process is doing, and when it said so. */
export interface ReportedVitals {
  /** Unix milliseconds. */
  reportedAt: number
  vitals: ProcessVitals
}

/** What all processes of an installation warn of, and how they are doing. */
export interface WarningBoard {
  /**
   * What another process warns of now, all of it.
   * @param source Names the process, differently at every start.
   * @param vitals Left out by processes of older versions.
   */
  report(source: string, warnings: readonly WarningReport[], vitals?: ProcessVitals): void
  /** Those of an organization and of the installation as a whole, the newest first. */
  list(organizationId: string): WarningReport[]
  /** This process and those that reported lately. */
  processes(): ReportedVitals[]
}

const reportEveryMs = 10_000
/** A process that has not reported for so long is gone. */
const forgottenAfterMs = 3 * reportEveryMs
/** Processes. Beyond: the one that reported longest ago is forgotten. */
const sourcesMax = 500

interface Report {
  at: number
  warnings: readonly WarningReport[]
  vitals: ProcessVitals | undefined
}

/** @param own Of the process that keeps the board. */
export function createWarningBoard(
  own: { warnings: Pick<Warnings, 'list'>; vitals: Pick<Vitals, 'read'> },
  clock: Clock = systemClock,
): WarningBoard {
  const sources = new Map<string, Report>()
  const listCurrent = (now: number) => [...sources.values()].filter(({ at }) => Math.abs(now - at) <= forgottenAfterMs)
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

/**
 * Reports what a process warns of and how it is doing to the control plane until it is stopped; what cannot be reported now
 * is later.
 */
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
          // The control plane may be away for a while; what there is to warn of is in the log of this process.
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
