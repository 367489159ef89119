import type { SessionDetail, SessionStep } from '@signalbox/contracts'
import { Status, Tag } from '../../parts/status/status.js'
import { Prose } from '../../parts/text/prose.js'
import { formatDuration, useTimes } from '../../parts/time/format-time.js'
import { EvidenceLink } from './evidence-link.js'
import { nameTool } from './name-tool.js'
import { ReplayButton } from './replay.js'
import styles from './session.module.css'
import { StepLegend } from './step-legend.js'

interface StepListProps {
  detail: SessionDetail
  openEvidence: string | undefined
  /** The step that a replay is at, from 1 on; undefined while none goes on. */
  at: number | undefined
}

/** What the session did, in order; it grows at its end while the session works. */
export function StepList({ detail, openEvidence, at }: StepListProps) {
  const { steps, status } = detail
  return (
    <section className="card" aria-label="Steps">
      <header>
        <h2>Steps</h2>
        <span className="small t3">{status === 'active' ? 'live' : `${steps.length}`}</span>
        <span className="right row">
          <StepLegend steps={steps} />
          {status !== 'active' && at === undefined && steps.length > 1 && <ReplayButton detail={detail} />}
        </span>
      </header>
      {steps.length === 0 ? (
        <p className="pad t3">{status === 'active' ? 'Starting…' : 'No steps.'}</p>
      ) : (
        <table className={`crumbtable ${styles['steps'] ?? ''}`}>
          <caption className="vh">Steps of the session</caption>
          <tbody>
            {steps.map((step, index) => (
              <StepRow key={step.number} step={step} openEvidence={openEvidence} isCurrent={index + 1 === at} />
            ))}
            {status === 'active' && <NextStep number={steps.length + 1} />}
          </tbody>
        </table>
      )}
    </section>
  )
}

function NextStep({ number }: { number: number }) {
  return (
    <tr className={styles['current']}>
      <td className="hide-s" />
      <td>
        <Status tone="run">Step {number}</Status>
      </td>
      <td colSpan={2} className="t2">
        Under way
      </td>
    </tr>
  )
}

interface StepRowProps {
  step: SessionStep
  openEvidence: string | undefined
  isCurrent: boolean
}

function StepRow({ step, openEvidence, isCurrent }: StepRowProps) {
  const { tool, text, error, evidence, started_at: startedAt, duration_ms: ms } = step
  return (
    <tr {...(isCurrent && { 'aria-current': 'step' as const, className: styles['current'] })}>
      <td className="hide-s">{useTimes().clock(startedAt)}</td>
      <td>
        <Tag tone="line">{nameTool(tool)}</Tag>
      </td>
      <td>
        <Prose text={text} /> {error !== null && <div className="c-warn">{error}</div>}
        <span className={`evs ${styles['evs'] ?? ''}`}>
          {evidence.map(({ evidence_id: id }) => (
            <EvidenceLink key={id} id={id} isOpen={id === openEvidence} />
          ))}
        </span>
      </td>
      <td>{formatDuration(ms)}</td>
    </tr>
  )
}
