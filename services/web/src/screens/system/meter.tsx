import styles from './system.module.css'

/** Share from which a meter is highlighted. */
const highShare = 0.9

/**
 * How full something is.
 * @param share 0 to 1.
 */
export function Meter({ label, share }: { label: string; share: number }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100)
  return (
    <span
      className={`bar ${styles['meter'] ?? ''}`}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <i className={share >= highShare ? styles['high'] : undefined} style={{ width: `${percent}%` }} />
    </span>
  )
}
