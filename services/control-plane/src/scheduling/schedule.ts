import { Cron } from 'croner'

/** The instants of a crontab in a time zone. Times are Unix milliseconds. */
export interface TriggerSchedule {
  /** First instant after a time; undefined when there is none. */
  after(ms: number): number | undefined
  /** Newest instant at or before a time; undefined when there is none. */
  latestUntil(ms: number): number | undefined
}

/** A schedule cannot be followed: which of its parts is at fault, and why. */
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
 * Reads a crontab of five fields. Where clocks are changed, times that are named (`30 2 * * *`, lists and ranges as
 * well) happen once: those that are left out at the first instant after the gap, those that come twice the first time.
 * With a `*` or a step in minute or hour, instants follow the time that passes.
 * @throws ScheduleFault, also for a crontab that never comes, such as 31 February.
 */
export function openSchedule(cron: string, timeZone: string): TriggerSchedule {
  refuseUnknownZone(timeZone)
  const job = readCrontab(cron, timeZone)
  /** The last stretch between two instants that was worked out: schedules that are equal are asked about the same one. */
  let known: { from: number; next: number } | undefined
  const isKnown = (ms: number) => known !== undefined && known.from <= ms && ms < known.next
  const after = (ms: number) => (isKnown(ms) ? known?.next : job.nextRun(new Date(ms))?.getTime())
  return {
    after,
    latestUntil: (ms) => {
      if (isKnown(ms)) return known?.from
      // Instants before a time are asked for, in whole seconds: the second after this one leaves none out.
      const from = job.previousRuns(1, new Date(Math.floor(ms / 1_000) * 1_000 + 1_000))[0]?.getTime()
      const next = after(ms)
      if (from !== undefined && next !== undefined) known = { from, next }
      return from
    },
  }
}

function refuseUnknownZone(timeZone: string): void {
  // Offsets such as +02:00 know nothing of daylight saving, and not every version of Node takes them.
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

/** Schedules that are kept open. Beyond: all are opened anew. */
const openMax = 20_000

/** Opens schedules; equal ones once. */
export function createScheduleBook(): typeof openSchedule {
  const known = new Map<string, TriggerSchedule>()
  return (cron, timeZone) => {
    const key = JSON.stringify([cron, timeZone])
    const open = known.get(key) ?? openSchedule(cron, timeZone)
    if (known.size >= openMax) known.clear()
    known.set(key, open)
    return open
  }
}
