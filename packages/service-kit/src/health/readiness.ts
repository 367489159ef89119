import { systemClock, type Clock } from '../clock.js'
import type { WarningReport } from '../warnings/warning-report.js'
import { noWarnings, type Warnings } from '../warnings/warnings.js'

/** Rejects or throws while the thing it looks at cannot do its work. */
export type ReadinessCheck = () => unknown

/** What `/readyz` answers. */
export interface ReadinessReport {
  ready: boolean
  draining: boolean
  /** `ok`, or what is wrong, by the name of the check. */
  checks: Readonly<Record<string, string>>
  /** What people should know of though the process works, the newest first. */
  warnings: readonly WarningReport[]
}

export interface ReadinessOptions {
  checks: Readonly<Record<string, ReadinessCheck>>
  /** None when left out. */
  warnings?: Pick<Warnings, 'list'>
  clock?: Clock
  /** A report is repeated for this long, so that probes cost nothing. */
  cacheMs?: number
  /** A check that takes longer has failed. */
  checkWithinMs?: number
}

export interface Readiness {
  read(): Promise<ReadinessReport>
  /** From now on not ready, at once. */
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
