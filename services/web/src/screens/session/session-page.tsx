import type { SessionDetail } from '@signalbox/contracts'
import { useParams, useSearch } from '@tanstack/react-router'
import { Screen } from '../../frame/screen.js'
import { Answered } from '../../parts/states/answered.js'
import { Note } from '../../parts/states/note.js'
import { ClaimList } from './claim-list.js'
import { EvidencePanel } from './evidence-panel.js'
import { ReportReview } from './report-review.js'
import { SessionHead } from './session-head.js'
import styles from './session.module.css'
import { StepList } from './step-list.js'
import { StepStrip } from './step-strip.js'
import { SuspectList } from './suspect-list.js'
import { useSessionDetail } from './use-session.js'
import { VerdictCard } from './verdict-card.js'

/** One session: the answer first, what it rests on beside it, and how it came to it. */
export function SessionPage() {
  const { session_id: sessionId = '' } = useParams({ strict: false })
  const query = useSessionDetail(sessionId)
  const title = query.data?.prompt.split('\n', 1)[0] ?? 'Session'
  return (
    <Screen
      title={title}
      parent={{ text: 'Agents', to: '/agents' }}
      {...(query.data?.status === 'active' && { freshness: query })}
      hasRange={false}
      hasProject={false}
    >
      <Answered query={query} what={`session ${sessionId.slice(0, 8)}`}>
        {(detail) => <SessionBody detail={detail} />}
      </Answered>
    </Screen>
  )
}

function SessionBody({ detail }: { detail: SessionDetail }) {
  const { evidence: open } = useSearch({ strict: false })
  const { report, status, failure } = detail
  return (
    <>
      <SessionHead detail={detail} />
      <StepStrip detail={detail} />
      <div className={`cols ${open === undefined ? '' : (styles['split'] ?? '')}`}>
        <div className="stack">
          {failure !== undefined && (
            <Note tone="bad">
              {failure} Its {detail.steps.length} steps are kept.
            </Note>
          )}
          {report && (
            <>
              <VerdictCard report={report} />
              <SuspectList report={report} steps={detail.steps} />
              {status === 'completed' && <ReportReview detail={detail} />}
              <ClaimList sessionId={detail.session_id} claims={report.claims} openEvidence={open} />
            </>
          )}
          <StepList detail={detail} openEvidence={open} />
          {status === 'active' && <ReportToCome />}
        </div>
        {open !== undefined && <EvidencePanel key={open} detail={detail} evidenceId={open} />}
      </div>
    </>
  )
}

function ReportToCome() {
  return (
    <section className={`card ${styles['ghost'] ?? ''}`} aria-label="Report">
      <header>
        <h2>Report</h2>
        <span className="small t3">comes when the evidence is complete</span>
      </header>
      <div className="pad" aria-hidden="true">
        <div className={styles['bone']} />
        <div className={styles['bone']} />
      </div>
    </section>
  )
}
