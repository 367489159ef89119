import { formatAgo, formatExactTime } from './format-time.js'
import { useNow } from './now.js'

/** A time as people say it; the exact one shows on hover and is what a machine reads. */
export function Ago({ at }: { at: string }) {
  const now = useNow()
  return (
    <time dateTime={at} title={formatExactTime(at, now)}>
      {formatAgo(at, now)}
    </time>
  )
}

/** A time to the millisecond, with its zone. */
export function ExactTime({ at }: { at: string }) {
  return <time dateTime={at}>{formatExactTime(at, useNow())}</time>
}
