import { useEffect, useState, type ReactNode } from 'react'
import styles from './states.module.css'

const quietMs = 200
const longMs = 5_000

/** The shape of rows that come; nothing for the first moment, a word about it when it takes long. */
export function Skeleton({ rows = 6, hint }: { rows?: number; hint?: ReactNode }) {
  const [phase, setPhase] = useState<'quiet' | 'shape' | 'long'>('quiet')
  useEffect(() => {
    const timers = [setTimeout(setPhase, quietMs, 'shape'), setTimeout(setPhase, longMs, 'long')]
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [])
  return (
    <div
      aria-busy="true"
      aria-label="Loading"
      role="status"
      className={phase === 'quiet' ? styles['quiet'] : undefined}
    >
      {phase === 'long' && <p className={styles['long']}>Still asking. {hint ?? 'A shorter range is faster.'}</p>}
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles['row']}>
          <i />
          <span>
            <i className={styles[`wide${index % 3}`]} />
            <i className={styles['thin']} />
          </span>
          <i />
          <i />
        </div>
      ))}
    </div>
  )
}
