import type { CountedIssueDetail } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiQuery } from '../../api/queries.js'
import { splitTitle } from '../../parts/issue/split-title.js'
import { formatCount } from '../../parts/numbers/format-number.js'
import { OptionalPlaceholder } from '../../parts/states/skeleton.js'
import { Level } from '../../parts/status/level.js'
import styles from './issue.module.css'

const shownMax = 5

/** Other issues of the project with the same exception type: possibly the same cause, or candidates for merging. */
export function SimilarIssues({ issue }: { issue: CountedIssueDetail }) {
  const { type, text } = splitTitle(issue.title)
  const { data, isLoading } = useQuery({
    ...apiQuery('listIssues', {
      query: {
        query: `error.type:"${type.replaceAll(/["\\*]/g, '')}"`,
        project_id: issue.project_id,
        limit: shownMax + 1,
      },
    }),
    staleTime: 120_000,
    retry: false,
    enabled: text !== '',
  })
  const similar = (data?.issues ?? []).filter(({ id }) => id !== issue.id).slice(0, shownMax)
  if (isLoading) return <OptionalPlaceholder />
  if (similar.length === 0) return null
  return (
    <section className="card" aria-label="Similar issues">
      <header>
        <h2>Similar issues</h2>
      </header>
      <ul className={`pad ${styles['similar'] ?? ''}`}>
        {similar.map((each) => (
          <li key={each.id} className="row">
            <Level level={each.level} isHot={false} />
            <Link
              className="name clip grow"
              to="/issues/$issueId"
              params={{ issueId: each.short_id }}
              title={each.title}
            >
              {splitTitle(each.title).text || each.title}
            </Link>
            <span className="t3 small">{formatCount(each.events)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
