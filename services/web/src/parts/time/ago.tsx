import { useTimes } from './format-time.js'
import { useNow } from './now.js'

/** A time as people say it; the exact one shows on hover and is what a machine reads. */
export function Ago({ at }: { at: string }) {
  const now = useNow()
  const times = useTimes()
  return (
    <time dateTime={at} title={times.exact(at, now)}>
      {times.ago(at, now)}
    </time>
  )
}

/** A time to the millisecond, with its zone. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{useTimes().exact(at, useNow())}</time>
}
