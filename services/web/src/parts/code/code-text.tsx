import styles from './code-text.module.css'
import { splitCode } from './split-code.js'

/** Code with its strings, common words and numbers coloured. It is text: nothing of it is taken for markup. */
export function CodeText({ text }: { text: string }) {
  return splitCode(text).map((part, place) =>
    part.kind === 'text' ? (
      part.text
    ) : (
      <span key={place} className={styles[part.kind]}>
        {part.text}
      </span>
    ),
  )
}
