import { CopyButton } from './copy-button.js'
import styles from './code.module.css'

/** A command or snippet to copy. */
export function Code({ text, label }: { text: string; label: string }) {
  return (
    <div className={styles['box']}>
      <pre className="code" tabIndex={0} role="group" aria-label={label}>
        {text}
      </pre>
      <span className={styles['copy']}>
        <CopyButton text={text} label={`Copy: ${label}`} />
      </span>
    </div>
  )
}
