import { limits, minuteMs, type MuteRequest, parseTimestamp, ServiceError } from '@signalbox/contracts'

const { muteMinutesMax } = limits.alert

/**
 * Reads the end of a mute, Unix milliseconds.
 * @throws ServiceError `invalid-body` naming the field: neither or both given, in the past, or too far in the future.
 */
export function readMute({ until, for_minutes: minutes }: MuteRequest, now: number): number {
  if (minutes !== undefined) {
    if (until !== undefined) throw invalid('for_minutes', 'cannot be combined with `until`')
    return now + minutes * minuteMs
  }
  const end = until === undefined ? undefined : parseTimestamp(until)
  if (end === undefined) throw invalid('until', 'or `for_minutes` is required')
  if (end <= now) throw invalid('until', 'must be in the future')
  if (end > now + muteMinutesMax * minuteMs)
    throw invalid('until', `must be at most ${muteMinutesMax} minutes from now`)
  return end
}

function invalid(field: string, detail: string): ServiceError {
  return new ServiceError('invalid-body', { faults: [{ in: 'body', name: `/${field}`, detail }] })
}
