import type { SessionStep } from '@signalbox/contracts'
import styles from './session.module.css'
import { stepKind, stepKinds } from './step-kind.js'

/** Names the colours of the strip, as far as these steps use them. */
export function StepLegend({ steps }: { steps: readonly SessionStep[] }) {
  const used = new Set(steps.map(stepKind))
  if (used.size < 2) return null
  return (
    <span className={`hide-s small t3 ${styles['kinds'] ?? ''}`}>
      {stepKinds
        .filter((kind) => used.has(kind))
        .map((kind) => (
          <span key={kind}>
            <i className={styles[kind]} />
            {kind}
          </span>
        ))}
    </span>
  )
}
