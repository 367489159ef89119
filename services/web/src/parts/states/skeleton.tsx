import { useEffect, useState } from 'react'
import styles from './states.module.css'

const quietMs = 200
const longMs = 5_000

type Phase = 'quiet' | 'shape' | 'long'

function usePhase(): Phase {
  const [phase, setPhase] = useState<Phase>('quiet')
  useEffect(() => {
    const timers = [setTimeout(setPhase, quietMs, 'shape'), setTimeout(setPhase, longMs, 'long')]
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [])
  return phase
}

/** For `in-order` in the style sheet: content below waits, but not forever. */
const coming = (phase: Phase) => ({ 'data-coming': phase === 'long' ? undefined : true })

/**
 * Placeholder for rows; nothing for the first moment, and a note if loading takes long.
 * @param shorten shows the last hour instead; for views with a range.
 */
export function Skeleton({ rows = 6, shorten }: { rows?: number; shorten?: (() => void) | undefined }) {
  const phase = usePhase()
  return (
    <div
      aria-busy="true"
      aria-label="Loading"
      role="status"
      className={phase === 'quiet' ? styles['quiet'] : undefined}
      {...coming(phase)}
    >
      {phase === 'long' && (
        <p className={styles['long']}>
          Still loading.{' '}
          {shorten && (
            <>
              A shorter range is faster.{' '}
              <button type="button" className="link" onClick={shorten}>
                Last hour
              </button>
            </>
          )}
        </p>
      )}
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

/** Placeholder for content that may not exist: takes no space, and content below waits until it is known. */
export function OptionalPlaceholder() {
  return <span className={styles['perhaps']} {...coming(usePhase())} />
}
