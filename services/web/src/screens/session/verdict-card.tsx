import type { SessionReport } from '@signalbox/contracts'
import { Figure } from '../../parts/numbers/figure.js'
import { formatShare } from '../../parts/numbers/format-number.js'
import { Summary } from '../../parts/session/summary.js'
import { describeSession } from '../../parts/session/verdict.js'
import { Ago } from '../../parts/time/ago.js'
import { useTimes } from '../../parts/time/format-time.js'
import styles from './session.module.css'

/** The answer: one sentence, one remedy, four figures. */
export function VerdictCard({ report }: { report: SessionReport }) {
  const times = useTimes()
  const { tone } = describeSession({ status: 'completed', verdict: report.verdict })
  const verified = report.claims.filter(({ status }) => status === 'verified').length
  const out = report.claims.length - verified
  return (
    <section className={`card verdict ${tone}`} aria-label="Answer">
      <span className="edge" />
      <div>
        <div className="pad">
          <Summary text={report.summary} />
          {report.remediation !== 'none' && (
            <p className={`t2 ${styles['remedy'] ?? ''}`}>
              What helps: <b className="strong">{report.remediation.replaceAll('-', ' ')}</b>.{' '}
              <span className="small t3">Signalbox changes nothing by itself.</span>
            </p>
          )}
        </div>
        <div className="figs">
          <Figure label="Began" value={report.onset_at === null ? '–' : times.clock(report.onset_at)}>
            {report.onset_at === null ? 'no onset is known' : <Ago at={report.onset_at} />}
          </Figure>
          <Figure label="Failed first" value={report.first_failing_service ?? '–'}>
            {sayOthers(report)}
          </Figure>
          <Figure label="Likely" value={report.confidence === 0 ? '–' : formatShare(report.confidence)}>
            {report.confidence === 0 ? 'nothing can be named' : 'that the answer is right'}
          </Figure>
          <Figure label="Claims" value={`${verified} of ${report.claims.length}`}>
            {out === 0 ? 'verified' : `verified, ${out} struck out`}
          </Figure>
        </div>
      </div>
    </section>
  )
}

function sayOthers({ first_failing_service: first, blast_radius: others }: SessionReport): string {
  if (others.length > 0) return `then ${others.join(', ')}`
  return first === null ? 'no service stands out' : 'no other service suffered'
}
