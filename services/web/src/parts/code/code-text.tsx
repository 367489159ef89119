import styles from './code-text.module.css'
import { splitCode } from './split-code.js'

/** Highlights strings, keywords and numbers in code. Rendered as text, never as markup. */
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
