import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import styles from './deployments.module.css'
import { readComparisons, type ComparisonWords } from '../../parts/deployment/read-comparisons.js'

/** Each measure has its own column, so rows can be compared. */
const columns: readonly string[] = ['failed_requests', 'latency_p95', 'error_events', 'restarts']
/** Height of the bars in pixels. */
const height = 28

/** The watch's comparisons as small bars, before and after. */
export function Comparisons({ sessionId, isOver }: { sessionId: string; isOver: boolean }) {
  const { data } = useQuery({
    ...apiQuery('readAgentSession', { params: { session_id: sessionId } }),
    staleTime: isOver ? Number.POSITIVE_INFINITY : 60_000,
  })
  if (!data) return null
  const comparisons = readComparisons(data.steps).filter(({ measure }) => columns.includes(measure))
  if (comparisons.length === 0) return <span className="small t3">No comparison yet</span>
  return (
    <div className={styles['comparisons']}>
      {comparisons.map((comparison) => (
        <Comparison key={comparison.key} comparison={comparison} />
      ))}
    </div>
  )
}

function Comparison({ comparison }: { comparison: ComparisonWords }) {
  const { short, measure, before, after, tone, say } = comparison
  const top = Math.max(before ?? 0, after ?? 0)
  const heightOf = (level: number | undefined) =>
    top === 0 || level === undefined ? 1 : Math.max(1, (level / top) * height)
  return (
    <span
      className={`${styles['comparison'] ?? ''} ${tone === undefined ? (styles['usual'] ?? '') : ''}`}
      style={{ gridColumn: columns.indexOf(measure) + 1 }}
    >
      <svg width="11" height={height} viewBox={`0 0 11 ${height}`} aria-hidden="true">
        <rect x="0" y={height - heightOf(before)} width="5" height={heightOf(before)} fill="var(--viz-quiet)" />
        <rect
          x="6"
          y={height - heightOf(after)}
          width="5"
          height={heightOf(after)}
          fill={tone === undefined ? 'var(--viz-quiet)' : `var(--${tone}-fill)`}
        />
      </svg>
      <span>
        <span className="t3">{short} </span>
        <br />
        {before === undefined ? 'not measured' : say(before)} →{' '}
        <span className={tone === undefined ? undefined : `c-${tone} strong`}>
          {after === undefined ? 'not measured' : say(after)}
        </span>
      </span>
    </span>
  )
}
