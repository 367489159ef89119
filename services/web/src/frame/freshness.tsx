import { useTimes } from '../parts/time/format-time.js'
import { useNow } from '../parts/time/now.js'
import { Glyph } from '../parts/status/status.js'

/** A live view's age, from its query. */
export interface FreshnessProps {
  /** Time of the last response in Unix milliseconds; 0 before the first. */
  dataUpdatedAt: number
  /** True if automatic refetching is paused, as during a selection. */
  isPaused?: boolean
}

/** Data older than this counts as stale, in milliseconds. */
const oldMs = 60_000

/** Shows the data's age as a dot with text. */
export function Freshness({ dataUpdatedAt, isPaused = false }: FreshnessProps) {
  const now = useNow()
  const times = useTimes()
  if (dataUpdatedAt === 0) return null
  const age = times.ago(dataUpdatedAt, Math.max(now, dataUpdatedAt))
  const [tone, text] = isPaused
    ? (['idle', 'Paused'] as const)
    : now - dataUpdatedAt > oldMs
      ? (['warn', `Stale: last updated ${age}`] as const)
      : (['ok', `Updated ${age}`] as const)
  return (
    <span className="fresh">
      <Glyph tone={tone} />
      {text}
    </span>
  )
}
