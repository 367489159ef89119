import type { SessionDetail } from '@signalbox/contracts'
import { useParams, useSearch } from '@tanstack/react-router'
import { Screen } from '../../frame/screen.js'
import { Answered } from '../../parts/states/answered.js'
import { timesOfSession } from '../../parts/session/times-of-session.js'
import { Note } from '../../parts/states/note.js'
import { KnownTimes } from '../../parts/text/known-times.js'
import { ClaimList } from './claim-list.js'
import { EvidencePanel } from './evidence-panel.js'
import { ReportReview } from './report-review.js'
import { Replay } from './replay.js'
import { SessionHead } from './session-head.js'
import styles from './session.module.css'
import { StepList } from './step-list.js'
import { StepStrip } from './step-strip.js'
import { SuspectList } from './suspect-list.js'
import { useOpenEvidence } from './use-open-evidence.js'
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
        {(detail) => (
          <KnownTimes value={timesOfSession(detail)}>
            <SessionBody detail={detail} />
          </KnownTimes>
        )}
      </Answered>
    </Screen>
  )
}

function SessionBody({ detail: whole }: { detail: SessionDetail }) {
  const { step } = useSearch({ strict: false })
  const at = whole.status === 'active' || step === undefined ? undefined : Math.min(Number(step), whole.steps.length)
  const isWhole = at === undefined || at >= whole.steps.length
  // A replay knows what was known then: what came of it only at its end.
  const detail = isWhole ? whole : { ...whole, steps: whole.steps.slice(0, at) }
  const { status } = detail
  const evidence = useOpenEvidence({ ...detail, isUnderWay: status === 'active' || !isWhole })
  const open = evidence === 'coming' ? undefined : evidence
  const report = isWhole ? whole.report : undefined
  const failure = isWhole ? whole.failure : undefined
  return (
    <>
      <SessionHead detail={whole} />
      <StepStrip detail={whole} at={at} />
      {at !== undefined && <Replay detail={whole} at={at} />}
      <div className={`cols ${evidence === undefined ? '' : (styles['split'] ?? '')}`}>
        <div className="stack">
          {failure !== undefined && (
            <Note tone="bad">
              {failure} Its {detail.steps.length} steps are saved.
            </Note>
          )}
          {report && (
            <>
              <VerdictCard report={report} open={open} />
              <SuspectList report={report} steps={detail.steps} />
              <ClaimList sessionId={detail.session_id} report={report} open={open} />
              {status === 'completed' && <ReportReview detail={detail} />}
            </>
          )}
          <StepList detail={detail} openEvidence={open?.id} at={at} />
          {status === 'active' && <PendingCard name="Report" when="ready when the evidence is complete" />}
        </div>
        <EvidencePlace detail={detail} evidence={evidence} />
      </div>
    </>
  )
}

interface EvidencePlaceProps {
  detail: SessionDetail
  evidence: ReturnType<typeof useOpenEvidence>
}

/** The column beside the report. A panel that follows the session stays the same; each one that someone opens is new. */
function EvidencePlace({ detail, evidence }: EvidencePlaceProps) {
  if (evidence === undefined) return null
  if (evidence === 'coming') return <PendingCard name="Evidence" when="appears here step by step" />
  const { id, claim, isAsked } = evidence
  return <EvidencePanel key={isAsked ? `${id} ${claim ?? ''}` : ''} detail={detail} open={evidence} />
}

/** The place of something that an active session has yet to produce. */
function PendingCard({ name, when }: { name: string; when: string }) {
  return (
    <section className={`card ${styles['ghost'] ?? ''}`} aria-label={name}>
      <header>
        <h2>{name}</h2>
        <span className="small t3">{when}</span>
      </header>
      <div className="pad" aria-hidden="true">
        <div className={styles['bone']} />
        <div className={styles['bone']} />
      </div>
    </section>
  )
}
