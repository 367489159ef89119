import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '../../api/queries.js'
import styles from './deployments.module.css'
import { readComparisons, type ComparisonWords } from '../../parts/deployment/read-comparisons.js'

/** What the watch compared, as small bars before and after. */
export function Comparisons({ sessionId, isOver }: { sessionId: string; isOver: boolean }) {
  const { data } = useQuery({
    ...apiQuery('readAgentSession', { params: { session_id: sessionId } }),
    staleTime: isOver ? Number.POSITIVE_INFINITY : 60_000,
  })
  if (!data) return null
  const comparisons = readComparisons(data.steps).slice(0, 4)
  if (comparisons.length === 0) return <span className="small t3">nothing to compare yet</span>
  return (
    <div className={styles['comparisons']}>
      {comparisons.map((comparison) => (
        <Comparison key={comparison.key} comparison={comparison} />
      ))}
    </div>
  )
}

function Comparison({ comparison }: { comparison: ComparisonWords }) {
  const { label, before, after, tone, say } = comparison
  const top = Math.max(before ?? 0, after ?? 0)
  const heightOf = (level: number | undefined) =>
    top === 0 || level === undefined ? 1 : Math.max(1, (level / top) * 24)
  return (
    <span className={styles['comparison']}>
      <svg width="18" height="24" viewBox="0 0 18 24" aria-hidden="true">
        <rect x="0" y={24 - heightOf(before)} width="8" height={heightOf(before)} fill="var(--viz-quiet)" />
        <rect
          x="10"
          y={24 - heightOf(after)}
          width="8"
          height={heightOf(after)}
          fill={tone === undefined ? 'var(--viz-quiet)' : `var(--${tone}-fill)`}
        />
      </svg>
      <span>
        <span className="t3">{label}</span>
        <br />
        {before === undefined ? 'not measured' : say(before)} →{' '}
        <b className={tone === undefined ? undefined : `c-${tone} strong`}>
          {after === undefined ? 'not measured' : say(after)}
        </b>
      </span>
    </span>
  )
}
