import styles from './json-value.module.css'

const filtered = '[Filtered]'

/** A value sent by an application, as text; values removed for privacy are grey and never look like real ones. */
export function JsonValue({ value }: { value: unknown }) {
  if (value === filtered) return <span className="t3">{filtered}</span>
  if (typeof value === 'string') return <span className={styles['value']}>{value}</span>
  if (value === null || typeof value !== 'object')
    return <span className={`mono ${styles['value'] ?? ''}`}>{String(value)}</span>
  const text = JSON.stringify(value, null, 2)
  return <pre className={styles['block']}>{text.length < 60 ? JSON.stringify(value) : text}</pre>
}
