import type { MonitorRun } from '@signalbox/contracts'

/** A check-in as input of the evaluation. */
export interface CheckIn {
  /** 32 hex digits; all zeros mean the newest open run. */
  checkInId: string
  /** Unix milliseconds. */
  atMs: number
  status: 'in_progress' | 'ok' | 'error'
  /** Milliseconds, null if it sent none. */
  durationMs: number | null
  release: string
  /** 32 hex digits, empty if unknown. */
  traceId: string
}

/** The check-ins of one run. Times in Unix milliseconds. */
export interface Run {
  checkInId: string
  status: MonitorRun['status']
  /** First check-in, which is compared with the schedule. */
  arrivedAtMs: number
  /** Earlier than the first check-in if the run only checked in at its end and sent its duration. */
  startedAtMs: number
  endedAtMs: number | undefined
  durationMs: number | null
  release: string
  traceId: string
}

const newestOpen = '0'.repeat(32)

/**
 * Assembles check-ins into runs, in the order of their first check-ins. The first end of a run counts: anything later
 * with the same id was resent. A run is open until it ends or times out; one that ends after timing out stays timed
 * out. Without an open run, an id of zeros starts a new run.
 * @param times `maxRuntimeMs`, the maximum duration of a run, and `nowMs`, the time at which runs are judged.
 */
export function foldRuns(checkIns: readonly CheckIn[], times: { maxRuntimeMs: number; nowMs: number }): Run[] {
  const { maxRuntimeMs, nowMs } = times
  const runs: Run[] = []
  const byId = new Map<string, Run>()
  for (const checkIn of checkIns.toSorted(compareCheckIns)) {
    const known =
      checkIn.checkInId === newestOpen ? findOpen(runs, checkIn.atMs - maxRuntimeMs) : byId.get(checkIn.checkInId)
    if (known) {
      continueRun(known, checkIn)
      continue
    }
    const run = startRun(checkIn)
    runs.push(run)
    byId.set(checkIn.checkInId, run)
  }
  for (const run of runs) {
    if (hasTimedOut(run, { maxRuntimeMs, nowMs })) run.status = 'timed_out'
  }
  return runs
}

/** A start sorts before an end in the same millisecond. */
function compareCheckIns(a: CheckIn, b: CheckIn): number {
  return a.atMs - b.atMs || Number(a.status !== 'in_progress') - Number(b.status !== 'in_progress')
}

/** Open runs have checked in at their start, so arrival is the start. */
function findOpen(runs: readonly Run[], startedAtMsMin: number): Run | undefined {
  return runs.findLast(({ status, startedAtMs }) => status === 'in_progress' && startedAtMs >= startedAtMsMin)
}

function startRun({ checkInId, atMs, status, durationMs, release, traceId }: CheckIn): Run {
  const isEnded = status !== 'in_progress'
  return {
    checkInId,
    status,
    arrivedAtMs: atMs,
    startedAtMs: isEnded ? atMs - (durationMs ?? 0) : atMs,
    endedAtMs: isEnded ? atMs : undefined,
    durationMs: isEnded ? durationMs : null,
    release,
    traceId,
  }
}

function continueRun(run: Run, { atMs, status, durationMs, release, traceId }: CheckIn): void {
  if (run.endedAtMs !== undefined || status === 'in_progress') return
  run.status = status
  run.endedAtMs = atMs
  run.durationMs = durationMs ?? atMs - run.startedAtMs
  run.release ||= release
  run.traceId ||= traceId
}

/** Runs that only sent their end took as long as they say. */
function hasTimedOut(run: Run, { maxRuntimeMs, nowMs }: { maxRuntimeMs: number; nowMs: number }): boolean {
  return run.startedAtMs >= run.arrivedAtMs && (run.endedAtMs ?? nowMs) > run.startedAtMs + maxRuntimeMs
}
