import type { SessionReport } from '@signalbox/contracts'
import { Figure } from '../../parts/numbers/figure.js'
import { formatLikelihood } from '../../parts/numbers/format-number.js'
import { Summary } from '../../parts/session/summary.js'
import { describeSession } from '../../parts/session/verdict.js'
import { Ago } from '../../parts/time/ago.js'
import { useTimes } from '../../parts/time/format-time.js'
import { ClaimEvidence } from './claim-evidence.js'
import { readClaims } from './read-claims.js'
import { Remedy } from './remedy.js'
import styles from './session.module.css'
import type { OpenEvidence } from './use-open-evidence.js'

interface VerdictCardProps {
  report: SessionReport
  open: OpenEvidence | undefined
}

/** The answer: the summary with its evidence, one remedy, four figures. */
export function VerdictCard({ report, open }: VerdictCardProps) {
  const times = useTimes()
  const { tone } = describeSession({ status: 'completed', verdict: report.verdict })
  const verified = report.claims.filter(({ status }) => status === 'verified').length
  const citations = readClaims(report).cited.map((claim) => ({
    end: claim.end,
    links: (
      <span className={styles['cites']}>
        <ClaimEvidence claim={claim} open={open} />
      </span>
    ),
  }))
  const out = report.claims.length - verified
  return (
    <section className={`card verdict ${tone}`} aria-label="Answer">
      <span className="edge" />
      <div>
        <div className={`pad ${styles['answer'] ?? ''}`}>
          <Summary text={report.summary} citations={citations} />
          <Remedy report={report} />
        </div>
        <div className="figs">
          <Figure label="Began" value={report.onset_at === null ? '–' : times.clock(report.onset_at)}>
            {report.onset_at === null ? 'onset unknown' : <Ago at={report.onset_at} />}
          </Figure>
          <Figure label="Failed first" value={report.first_failing_service ?? '–'}>
            {describeOthers(report)}
          </Figure>
          <Figure label="Confidence" value={report.confidence === 0 ? '–' : formatLikelihood(report.confidence)}>
            {report.confidence === 0 ? 'no cause named' : nextLikely(report)}
          </Figure>
          <Figure label="Claims" value={`${verified} of ${report.claims.length}`}>
            {out === 0 ? 'verified' : `verified, ${out} struck out`}
          </Figure>
        </div>
      </div>
    </section>
  )
}

/** How likely the next suspect is: what the confidence has to be read against. */
function nextLikely({ suspects = [] }: SessionReport): string {
  const next = suspects[1]?.probability
  return next === undefined ? 'that this is the cause' : `next suspect ${formatLikelihood(next)}`
}

function describeOthers({ first_failing_service: first, blast_radius: others }: SessionReport): string {
  if (others.length > 0) return `then ${others.join(', ')}`
  return first === null ? 'no clear origin' : 'no others affected'
}
