import { limits, minuteMs, type Monitor, type MonitorConfig } from '@signalbox/contracts'
import { findExpectations, type Expectations, type Occurrence } from './occurrences.js'
import { foldRuns, type CheckIn, type Run } from './runs.js'
import { createSchedule, type Schedule } from './schedule.js'

/** Defaults in minutes, for schedules without these values. */
export const monitorDefaults = { checkinMarginMinutes: 1, maxRuntimeMinutes: 30 } as const

export interface MonitorEvidence {
  /** In any order: those within the window, and enough from before it to determine the last run. */
  checkIns: readonly CheckIn[]
  /** Undefined if none was ever sent. */
  config: MonitorConfig | undefined
  /** `startMs <= time < endMs`, Unix milliseconds. */
  window: { startMs: number; endMs: number }
  /** Unix milliseconds: anything that isn't over by then is still open. */
  nowMs: number
  /** Unix milliseconds of the very first check-in. */
  firstSeenMs: number
}

/** The evaluation of a monitor. Times in Unix milliseconds. */
export interface MonitorEvaluation {
  status: Monitor['status']
  counts: Monitor['counts']
  /** Start of the judged range. */
  evaluatedFromMs: number
  nextExpectedMs: number | undefined
  nextDeadlineMs: number | undefined
  /** All runs, oldest first. */
  runs: Run[]
  /** Expected runs within the window, oldest first. */
  occurrences: Occurrence[]
  /** The occurrence that each run answered. */
  answered: ReadonlyMap<Run, Occurrence>
}

/**
 * Evaluates a monitor by its check-ins. Pure: the clock is an argument. When evaluating many, pass a schedule book.
 * 1. Check-ins are assembled into runs.
 * 2. The schedule determines the expected runs; each is either answered by a run or missed.
 * 3. The newest run or miss determines the status.
 */
export function evaluateMonitor(evidence: MonitorEvidence, findSchedule = createSchedule): MonitorEvaluation {
  const { config, window, nowMs } = evidence
  const maxRuntimeMs = (config?.max_runtime ?? monitorDefaults.maxRuntimeMinutes) * minuteMs
  const marginMs = (config?.checkin_margin ?? monitorDefaults.checkinMarginMinutes) * minuteMs
  const runs = foldRuns(
    evidence.checkIns.filter(({ atMs }) => atMs <= nowMs),
    { maxRuntimeMs, nowMs },
  )
  const expectations = expect(findSchedule(config), { evidence, runs, marginMs })
  const answered = new Map(expectations.occurrences.flatMap((one) => (one.run ? [[one.run, one] as const] : [])))
  const evaluatedFromMs = startOfEvaluation(window.startMs, expectations)
  const occurrences = expectations.occurrences.filter(({ expectedAtMs }) => expectedAtMs >= evaluatedFromMs)
  const { nextMs } = expectations
  return {
    status: statusOf({ runs, answered, latest: findLatest(expectations.occurrences, nowMs) }),
    counts: count({
      runs: runs.filter(({ arrivedAtMs }) => arrivedAtMs >= evaluatedFromMs),
      occurrences,
      answered,
      nowMs,
    }),
    evaluatedFromMs,
    nextExpectedMs: nextMs,
    nextDeadlineMs: nextMs === undefined ? undefined : nextMs + marginMs,
    runs,
    occurrences,
    answered,
  }
}

const nothingExpected: Expectations = { occurrences: [], nextMs: undefined, isCut: false }

function expect(
  schedule: Schedule | undefined,
  { evidence, runs, marginMs }: { evidence: MonitorEvidence; runs: readonly Run[]; marginMs: number },
): Expectations {
  if (schedule === undefined) return nothingExpected
  const { window, nowMs, firstSeenMs } = evidence
  const { occurrencesMax: max } = limits.query
  return findExpectations(schedule, { runs, firstSeenMs, marginMs, fromMs: window.startMs, nowMs, max })
}

function startOfEvaluation(startMs: number, { occurrences, isCut }: Expectations): number {
  const [first] = occurrences
  return isCut && first !== undefined ? Math.max(startMs, first.expectedAtMs) : startMs
}

/** True if a run arrived after the deadline of its occurrence. */
export function isLate(run: Run, occurrence: Occurrence | undefined): boolean {
  return occurrence !== undefined && run.arrivedAtMs > occurrence.deadlineAtMs
}

/** Status of an expected run at some time. */
export function statusOfOccurrence(occurrence: Occurrence, nowMs: number) {
  const { run, deadlineAtMs } = occurrence
  if (run === undefined) return nowMs > deadlineAtMs ? 'missed' : 'pending'
  return run.status === 'ok' && isLate(run, occurrence) ? 'late' : run.status
}

/** The newest expected run with a known outcome. */
function findLatest(occurrences: readonly Occurrence[], nowMs: number): Occurrence | undefined {
  return occurrences.findLast((occurrence) => statusOfOccurrence(occurrence, nowMs) !== 'pending')
}

function statusOf(found: {
  runs: readonly Run[]
  answered: ReadonlyMap<Run, Occurrence>
  latest: Occurrence | undefined
}): Monitor['status'] {
  const { runs, answered, latest } = found
  const newest = runs.at(-1)
  const isMissed = latest !== undefined && latest.run === undefined
  if (isMissed && (newest === undefined || newest.arrivedAtMs < latest.expectedAtMs)) return 'missed'
  if (newest === undefined) return 'unknown'
  return newest.status === 'ok' && isLate(newest, answered.get(newest)) ? 'late' : newest.status
}

function count(found: {
  runs: readonly Run[]
  occurrences: readonly Occurrence[]
  answered: ReadonlyMap<Run, Occurrence>
  nowMs: number
}): Monitor['counts'] {
  const { runs, occurrences, answered, nowMs } = found
  const ended = (wanted: Run['status']) => runs.filter(({ status }) => status === wanted).length
  return {
    ok: ended('ok'),
    error: ended('error'),
    timed_out: ended('timed_out'),
    late: runs.filter((run) => isLate(run, answered.get(run))).length,
    missed: occurrences.filter((occurrence) => statusOfOccurrence(occurrence, nowMs) === 'missed').length,
  }
}
