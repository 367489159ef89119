import { useTimes, type Times } from './format-time.js'
import { useNow } from './now.js'

/** A time as people say it; the exact one shows on hover and is what a machine reads. */
export function Ago({ at }: { at: string }) {
  return <AgoAt at={at} now={useNow()} times={useTimes()} />
}

/** The same for lists so long that their rows do not watch the clock themselves. */
export function AgoAt({ at, now, times }: { at: string; now: number; times: Times }) {
  return (
    <time dateTime={at} title={times.exact(at, now)}>
      {times.ago(at, now)}
    </time>
  )
}

/** A day and a minute, where no more is of use; the exact time shows on hover. */
export function DayTime({ at }: { at: string }) {
  const [times, now] = [useTimes(), useNow()]
  return (
    <time dateTime={at} title={times.exact(at, now)}>
      {times.dayTime(at, now)}
    </time>
  )
}

/** A time to the millisecond, with its zone. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{useTimes().exact(at, useNow())}</time>
}
