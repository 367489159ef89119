import { useTimes, type Times } from './format-time.js'
import { useNow } from './now.js'

/** A relative time; the exact one is shown on hover and machine-readable. */
export function Ago({ at }: { at: string }) {
  return <AgoAt at={at} now={useNow()} times={useTimes()} />
}

/** Like `Ago`, for long lists whose rows do not subscribe to the clock. */
export function AgoAt({ at, now, times }: { at: string; now: number; times: Times }) {
  return (
    <time dateTime={at} title={times.exact(at, now)}>
      {times.ago(at, now)}
    </time>
  )
}

/** Day and minute, for when more is not useful; the exact time is shown on hover. */
export function DayTime({ at }: { at: string }) {
  const [times, now] = [useTimes(), useNow()]
  return (
    <time dateTime={at} title={times.exact(at, now)}>
      {times.dayTime(at, now)}
    </time>
  )
}

/** Minute of the day with its zone, where the day is clear from the text; the exact time is shown on hover. */
export function ClockTime({ at }: { at: string }) {
  const [times, now] = [useTimes(), useNow()]
  return (
    <time dateTime={at} title={times.exact(at, now)}>
      {times.minute(at)} {times.zone(at)}
    </time>
  )
}

/** A time to the millisecond, with its zone. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{useTimes().exact(at, useNow())}</time>
}
