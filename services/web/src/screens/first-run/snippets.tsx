import { CopyButton } from '../../parts/controls/copy-button.js'
import { CodeText } from '../../parts/code/code-text.js'
import type { Snippet } from './platforms/platform.js'
import styles from './first-run.module.css'

/** Commands and file contents, each with a copy button. */
export function Snippets({ snippets }: { snippets: readonly Snippet[] }) {
  return (
    <div className={styles['snippets']}>
      {snippets.map(({ title, text }, index) => (
        <div key={index} role="group" aria-label={title}>
          <div className={styles['snippet-head']}>
            <span className="mono small t2 clip">{title}</span>
            <CopyButton text={text} label={`Copy: ${title}`} word="Copy" />
          </div>
          <pre tabIndex={0}>
            <CodeText text={text} />
          </pre>
        </div>
      ))}
    </div>
  )
}
