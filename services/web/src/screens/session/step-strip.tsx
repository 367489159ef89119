import type { SessionDetail } from '@signalbox/contracts'
import { formatDuration } from '../../parts/time/format-time.js'
import { nameTool } from './name-tool.js'
import styles from './session.module.css'
import { stepKind } from './step-kind.js'

/** The steps beside each other, as wide as they took; those that a replay has not come to are pale. @param at As of `StepList`. */
export function StepStrip({ detail: { steps, status }, at }: { detail: SessionDetail; at: number | undefined }) {
  if (steps.length === 0) return null
  const total = steps.reduce((sum, { duration_ms: ms }) => sum + ms, 0)
  return (
    <div className={styles['strip']} role="img" aria-label={`${steps.length} steps in ${formatDuration(total)}`}>
      {steps.map((step, index) => (
        <i
          key={step.number}
          className={at !== undefined && index >= at ? styles['rest'] : styles[stepKind(step)]}
          style={{ flexGrow: Math.max(1, step.duration_ms) }}
          title={`${step.number} ${nameTool(step.tool)}, ${formatDuration(step.duration_ms)}`}
        />
      ))}
      {status === 'active' && <i className={styles['rest']} style={{ flexGrow: Math.max(1, total) }} />}
    </div>
  )
}
