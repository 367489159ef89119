import { randomUUID } from 'node:crypto'
import { systemClock, type Clock } from '../clock.js'
import type { Component } from '../lifetime/lifecycle.js'
import { createRepeater, type Repetition } from '../lifetime/create-repeater.js'
import type { Log } from '../logging/log.js'
import type { WarningReport } from './warning-report.js'
import type { Warnings } from './warnings.js'

/** The warnings of all processes of an installation. */
export interface WarningBoard {
  /** What another process warns of now, all of it. @param source Names the process, differently at every start. */
  report(source: string, warnings: readonly WarningReport[]): void
  /** Those of an organization and of the installation as a whole, the newest first. */
  list(organizationId: string): WarningReport[]
}

const reportEveryMs = 10_000
/** A process that has not reported for so long is gone. */
const forgottenAfterMs = 3 * reportEveryMs
/** Processes. Beyond: the one that reported longest ago is forgotten. */
const sourcesMax = 500

export function createWarningBoard(own: Pick<Warnings, 'list'>, clock: Clock = systemClock): WarningBoard {
  const sources = new Map<string, { at: number; warnings: readonly WarningReport[] }>()
  return {
    report: (source, warnings) => {
      sources.delete(source)
      sources.set(source, { at: clock(), warnings })
      const [oldest] = sources.keys()
      if (sources.size > sourcesMax && oldest !== undefined) sources.delete(oldest)
    },
    list: (organizationId) => {
      const now = clock()
      const reported = [...sources.values()].filter(({ at }) => Math.abs(now - at) <= forgottenAfterMs)
      return [...own.list(), ...reported.flatMap(({ warnings }) => warnings)]
        .filter((warning) => warning.organizationId === '' || warning.organizationId === organizationId)
        .sort((one, other) => other.lastAt - one.lastAt)
    },
  }
}

/** Reports the warnings of a process to the control plane until it is stopped; what cannot be reported now is later. */
export function createWarningReporter({
  warnings,
  report,
  log,
}: {
  warnings: Pick<Warnings, 'list'>
  report: (source: string, warnings: readonly WarningReport[]) => Promise<void>
  log: Pick<Log, 'debug' | 'error'>
}): Component {
  const source = randomUUID()
  const repeat = createRepeater({ clock: systemClock, log, pauseMsMax: reportEveryMs })
  let repetition: Repetition | undefined
  return {
    name: 'warnings',
    start: () => {
      repetition = repeat('the reporting of warnings', async () => {
        await report(source, warnings.list()).catch((err: unknown) => {
          // The control plane may be away for a while; what there is to warn of is in the log of this process.
          log.debug({ err }, 'warnings could not be reported; trying again')
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
