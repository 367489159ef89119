import { useTimes } from '../parts/time/format-time.js'
import { useNow } from '../parts/time/now.js'
import { Glyph } from '../parts/status/status.js'

/** What a live view knows of its own age: the parts of a query. */
export interface FreshnessProps {
  /** When the last answer came, Unix milliseconds; 0 before the first. */
  dataUpdatedAt: number
  /** Whether the view asks again by itself; it does not while somebody selects. */
  isPaused?: boolean
}

/** An answer this old is no longer what is, milliseconds. */
const oldMs = 60_000

/** How old what is shown is: one disc with words. */
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
