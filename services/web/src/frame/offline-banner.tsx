import { useLostConnection } from '../api/connection.js'
import { useTimes } from '../parts/time/format-time.js'

/** Shows above everything that there is no connection. */
export function OfflineBanner() {
  const answeredAt = useLostConnection()
  const times = useTimes()
  if (answeredAt === undefined) return null
  return (
    <div className="strip" role="alert">
      <span>
        No connection to {location.host}. Showing data from {times.clock(answeredAt)} {times.zone(answeredAt)}.
      </span>
    </div>
  )
}
