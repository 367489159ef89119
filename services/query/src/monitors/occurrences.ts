import type { CrontabSchedule, IntervalSchedule, Schedule } from './schedule.js'
import type { Run } from './runs.js'

/** An expected run. Times in Unix milliseconds. */
export interface Occurrence {
  expectedAtMs: number
  /** Expected time plus margin: a run at exactly this time isn't late. */
  deadlineAtMs: number
  /** The run that answered it; undefined if there was none. */
  run: Run | undefined
}

export interface ExpectationOptions {
  /** By arrival, oldest first; at least those after `fromMs`, and the previous one if there is one. */
  runs: readonly Run[]
  /** When the monitor first checked in: nothing is expected before. */
  firstSeenMs: number
  marginMs: number
  fromMs: number
  nowMs: number
  /** Maximum number of occurrences; the newest are returned. */
  max: number
}

/** The runs expected up to now, and the next one. */
export interface Expectations {
  /** Oldest first. The first ones may be before the range: the last of them shows the monitor's state until then. */
  occurrences: Occurrence[]
  /** The expected run that is unanswered and whose deadline has not passed; undefined if there is none. */
  nextMs: number | undefined
  /** True if older occurrences of the range were left out. */
  isCut: boolean
}

/** Lists the expected runs of a range and finds the run that answered each. */
export function findExpectations(schedule: Schedule, options: ExpectationOptions): Expectations {
  return schedule.kind === 'crontab' ? followCrontab(schedule, options) : followInterval(schedule, options)
}

/** The first run answers an instant if it arrives before the next instant, or within the margin if that is longer. */
function followCrontab(schedule: CrontabSchedule, options: ExpectationOptions): Expectations {
  const { runs, marginMs, nowMs } = options
  const { instants, isCut } = listInstants(schedule, options)
  const occurrences: Occurrence[] = []
  let index = 0
  for (const [position, expectedAtMs] of instants.entries()) {
    const deadlineAtMs = expectedAtMs + marginMs
    const nextInstantMs = instants[position + 1] ?? Infinity
    while ((runs[index]?.arrivedAtMs ?? Infinity) < expectedAtMs) index += 1
    const candidate = runs[index]
    const isAnswered = candidate !== undefined && answers(candidate, { deadlineAtMs, nextInstantMs })
    occurrences.push({ expectedAtMs, deadlineAtMs, run: isAnswered ? candidate : undefined })
    if (isAnswered) index += 1
  }
  const pending = occurrences.find(({ run, deadlineAtMs }) => run === undefined && nowMs <= deadlineAtMs)
  return { occurrences, nextMs: pending?.expectedAtMs ?? schedule.after(nowMs), isCut }
}

/** A monitor created in the middle of an interval isn't late: only the margin reaches back. */
function listInstants(schedule: CrontabSchedule, options: ExpectationOptions) {
  const { firstSeenMs, marginMs, nowMs, max } = options
  const bornMs = firstSeenMs - marginMs
  const fromMs = Math.max(options.fromMs - marginMs, bornMs)
  const listed = schedule.instantsBetween({ fromMs, untilMs: nowMs, max: max + 1 })
  const isCut = listed.length > max
  const before = isCut ? undefined : schedule.before(fromMs)
  const instants = before === undefined || before < bornMs ? listed : [before, ...listed]
  return { instants: isCut ? instants.slice(-max) : instants, isCut }
}

function answers(run: Run, { deadlineAtMs, nextInstantMs }: { deadlineAtMs: number; nextInstantMs: number }): boolean {
  return run.arrivedAtMs <= deadlineAtMs || run.arrivedAtMs < nextInstantMs
}

/** Every run restarts the interval, including early ones; so does a missed run. */
function followInterval(schedule: IntervalSchedule, options: ExpectationOptions): Expectations {
  const { runs, marginMs, nowMs, max } = options
  const fromMs = Math.max(options.fromMs, nowMs - max * schedule.lengthMsMin)
  const start = findAnchor(schedule, runs, fromMs)
  if (start === undefined) return { occurrences: [], nextMs: undefined, isCut: false }
  const occurrences: Occurrence[] = []
  let { anchorMs, index } = start
  for (;;) {
    const expectedAtMs = schedule.after(anchorMs)
    const deadlineAtMs = expectedAtMs + marginMs
    const candidate = runs[index]
    const nextInstantMs = schedule.after(expectedAtMs)
    const run = candidate && answers(candidate, { deadlineAtMs, nextInstantMs }) ? candidate : undefined
    const isPending = run === undefined && nowMs <= deadlineAtMs
    if (expectedAtMs <= nowMs || run !== undefined) occurrences.push({ expectedAtMs, deadlineAtMs, run })
    if (isPending) {
      const isCut = fromMs > Math.max(options.fromMs, options.firstSeenMs) || occurrences.length > max
      return { occurrences: occurrences.slice(-max), nextMs: expectedAtMs, isCut }
    }
    anchorMs = run?.arrivedAtMs ?? expectedAtMs
    if (run) index += 1
  }
}

/** Where to start in order to reach the range: at the last run before it, advanced by the intervals without a run. */
function findAnchor(schedule: IntervalSchedule, runs: readonly Run[], fromMs: number) {
  const before = runs.findLastIndex(({ arrivedAtMs }) => arrivedAtMs < fromMs)
  const anchor = runs[Math.max(before, 0)]
  if (anchor === undefined) return undefined
  const index = Math.max(before, 0) + 1
  const skipped = Math.floor((fromMs - anchor.arrivedAtMs) / schedule.lengthMsMin) - 1
  const anchorMs = schedule.isFixed
    ? anchor.arrivedAtMs + Math.max(skipped, 0) * schedule.lengthMsMin
    : anchor.arrivedAtMs
  return { anchorMs, index }
}
