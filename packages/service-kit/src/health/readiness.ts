import { systemClock, type Clock } from '../clock.js'
import type { WarningReport } from '../warnings/warning-report.js'
import { noWarnings, type Warnings } from '../warnings/warnings.js'

/** Throws or rejects while its subject is not able to work. */
export type ReadinessCheck = () => unknown

/** Response of `/readyz`. */
export interface ReadinessReport {
  ready: boolean
  draining: boolean
  /** `ok` or the problem, by the check's name. */
  checks: Readonly<Record<string, string>>
  /** Warnings of a process that is otherwise working, newest first. */
  warnings: readonly WarningReport[]
}

export interface ReadinessOptions {
  checks: Readonly<Record<string, ReadinessCheck>>
  /** Default: none. */
  warnings?: Pick<Warnings, 'list'>
  clock?: Clock
  /** How long a report is cached, so that probes are cheap. */
  cacheMs?: number
  /** Timeout of a check; a slower one has failed. */
  checkWithinMs?: number
}

export interface Readiness {
  read(): Promise<ReadinessReport>
  /** Reports not ready from now on. */
  drain(): void
}

export function createReadiness(options: ReadinessOptions): Readiness {
  const { checks, warnings = noWarnings, clock = systemClock, cacheMs = 2_000, checkWithinMs = 2_000 } = options
  let cached: { at: number; results: Promise<[string, string][]> } | undefined
  let draining = false

  const runChecks = (): Promise<[string, string][]> =>
    Promise.all(
      Object.entries(checks).map(async ([name, check]): Promise<[string, string]> => [
        name,
        await runCheck(check, checkWithinMs),
      ]),
    )

  return {
    drain: () => {
      draining = true
    },
    read: async () => {
      const now = clock()
      if (!cached || now - cached.at >= cacheMs) cached = { at: now, results: runChecks() }
      const results = await cached.results
      const ready = !draining && results.every(([, outcome]) => outcome === 'ok')
      return { ready, draining, checks: Object.fromEntries(results), warnings: warnings.list() }
    },
  }
}

async function runCheck(check: ReadinessCheck, withinMs: number): Promise<string> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => {
      resolve(`no answer within ${withinMs} ms`)
    }, withinMs)
  })
  const outcome = (async () => {
    try {
      await check()
      return 'ok'
    } catch (error) {
      return error instanceof Error ? error.message : 'failed'
    }
  })()
  const first = await Promise.race([outcome, late])
  clearTimeout(timer)
  return first
}
