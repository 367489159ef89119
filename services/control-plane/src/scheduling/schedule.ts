import { Cron } from 'croner'

/** Occurrences of a crontab in a time zone. Times are Unix milliseconds. */
export interface TriggerSchedule {
  /** First occurrence after a time; undefined if there is none. */
  after(ms: number): number | undefined
  /** Last occurrence at or before a time; undefined if there is none. */
  latestUntil(ms: number): number | undefined
}

/** The schedule is invalid; names the faulty part and the reason. */
export class ScheduleFault extends Error {
  override readonly name = 'ScheduleFault'

  constructor(
    readonly part: 'cron' | 'time_zone',
    message: string,
  ) {
    super(message)
  }
}

/**
 * Parses a five-field crontab. On clock changes, fixed times (`30 2 * * *`, including lists and ranges) occur once:
 * skipped ones at the first instant after the gap, repeated ones the first time. With a `*` or a step in minute or
 * hour, occurrences follow elapsed time.
 * @throws ScheduleFault, also for a crontab without occurrences, such as 31 February.
 */
export function openSchedule(cron: string, timeZone: string): TriggerSchedule {
  refuseUnknownZone(timeZone)
  const job = readCrontab(cron, timeZone)
  /** The most recently computed interval between two occurrences: equal schedules usually query the same one. */
  let known: { from: number; next: number } | undefined
  const isKnown = (ms: number) => known !== undefined && known.from <= ms && ms < known.next
  const after = (ms: number) => (isKnown(ms) ? known?.next : job.nextRun(new Date(ms))?.getTime())
  return {
    after,
    latestUntil: (ms) => {
      if (isKnown(ms)) return known?.from
      // `previousRuns` is exclusive and has second precision, so the time is rounded up to the next second.
      const from = job.previousRuns(1, new Date(Math.floor(ms / 1_000) * 1_000 + 1_000))[0]?.getTime()
      const next = after(ms)
      if (from !== undefined && next !== undefined) known = { from, next }
      return from
    },
  }
}

function refuseUnknownZone(timeZone: string): void {
  // Offsets such as +02:00 have no daylight saving time, and not every version of Node accepts them.
  if (/^[+-]/.test(timeZone)) throw new ScheduleFault('time_zone', 'must be an IANA time zone, not an offset')
  try {
    new Intl.DateTimeFormat('en', { timeZone })
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new ScheduleFault('time_zone', 'must be an IANA time zone, such as Europe/Berlin')
  }
}

function readCrontab(cron: string, timezone: string): Cron {
  const job = parse(cron, timezone)
  if (job.nextRun() !== null) return job
  throw new ScheduleFault('cron', 'describes a time that never occurs')
}

function parse(cron: string, timezone: string): Cron {
  try {
    return new Cron(cron, { timezone, mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.replace(/^CronPattern: /, '') : 'unknown reason'
    throw new ScheduleFault('cron', `must be a crontab with five fields: ${reason}`)
  }
}

/** Maximum number of cached schedules. Beyond it, the cache is cleared. */
const openMax = 20_000

/** Opens schedules; equal ones share one instance. */
export function createScheduleCache(): typeof openSchedule {
  const known = new Map<string, TriggerSchedule>()
  return (cron, timeZone) => {
    const key = JSON.stringify([cron, timeZone])
    const open = known.get(key) ?? openSchedule(cron, timeZone)
    if (known.size >= openMax) known.clear()
    known.set(key, open)
    return open
  }
}
