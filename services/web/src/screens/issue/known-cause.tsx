import type { CountedIssueDetail, SessionSummary } from '@signalbox/contracts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { usePermission } from '../../api/permission.js'
import { apiQuery } from '../../api/queries.js'
import { Icon } from '../../parts/icon/icon.js'
import { leadOf } from '../../parts/session/lead-of.js'
import { remedyWords } from '../../parts/session/remedy-words.js'
import { describeSession } from '../../parts/session/verdict.js'
import { timesOfSession } from '../../parts/session/times-of-session.js'
import { Status } from '../../parts/status/status.js'
import { KnownTimes } from '../../parts/text/known-times.js'
import { Prose } from '../../parts/text/prose.js'
import { Ago } from '../../parts/time/ago.js'
import styles from './issue.module.css'

/** A session's conclusion about the issue: the answer comes before the metrics. */
export function KnownCause({ issue }: { issue: CountedIssueDetail }) {
  const { isAllowed } = usePermission('sessions:read')
  const { data } = useQuery({
    ...apiQuery('listAgentSessions', { query: { page_size: 100 } }),
    staleTime: 15_000,
    enabled: isAllowed,
  })
  const session = data?.sessions.find((each) => isAbout(each, issue))
  if (!session) return null
  return <SessionVerdict session={session} />
}

/** Sessions started by the issue itself, or by a person who named it. */
function isAbout({ origin, prompt }: SessionSummary, issue: CountedIssueDetail): boolean {
  return origin.id === issue.id || prompt.split(/[^\w.-]+/).includes(issue.short_id)
}

function SessionVerdict({ session }: { session: SessionSummary }) {
  const { data } = useQuery({
    ...apiQuery('readAgentSession', { params: { session_id: session.session_id } }),
    staleTime: 15_000,
  })
  const report = data?.report
  const { tone, text } = describeSession(session)
  const verified = report?.claims.filter(({ status }) => status === 'verified').length ?? 0
  return (
    <Link
      to="/agents/$session_id"
      params={{ session_id: session.session_id }}
      className={`card verdict ${tone} ${styles['known'] ?? ''}`}
    >
      <span className="edge" />
      <div className={styles['knownText']}>
        <div className="row wrap">
          <Status tone={tone}>{text}</Status>
          <span className="t3 small">
            {report && `${verified} of ${report.claims.length} claims verified on stored evidence · `}
            asked <Ago at={session.created_at} />
          </span>
        </div>
        <p>
          <KnownTimes value={data ? timesOfSession(data) : []}>
            <Prose text={report ? leadOf(report) : session.prompt} />
          </KnownTimes>
        </p>
      </div>
      {report && report.remediation !== 'none' && (
        <div className={`hide-s ${styles['remedy'] ?? ''}`}>
          <span className="t3 small">Remedy</span>
          <span className="strong">{remedyWords[report.remediation]}</span>
        </div>
      )}
      <span className={styles['go']}>
        <Icon name="right" />
      </span>
    </Link>
  )
}
