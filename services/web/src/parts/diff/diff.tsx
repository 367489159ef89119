import { CodeText } from '../code/code-text.js'
import { countOf } from '../numbers/format-number.js'
import styles from './diff.module.css'
import { findInDiff, readDiff, type DiffLine } from './read-diff.js'

const linesMax = 60
/** Lines shown above the first marked one if it would otherwise be cut off. */
const linesAbove = 12

interface DiffProps {
  text: string
  /** Texts whose lines are marked and always shown. */
  marked?: readonly string[]
}

/** A unified diff with lines marked by sign and tint. */
export function Diff({ text, marked = [] }: DiffProps) {
  const lines = readDiff(text)
  const hits = findInDiff(lines, marked)
  const [firstHit = 0] = hits
  const start = firstHit < linesMax ? 0 : firstHit - linesAbove
  const shown = lines.slice(start, start + linesMax)
  const after = lines.length - start - shown.length
  return (
    <div className="src" tabIndex={0} role="group" aria-label="Diff">
      {start > 0 && <Cut lines={start} where="above" />}
      {shown.map((line, index) => (
        <Line key={index} line={line} isMarked={hits.has(start + index)} />
      ))}
      {after > 0 && <Cut lines={after} where="below" />}
    </div>
  )
}

const classes: Readonly<Record<DiffLine['kind'], string>> = {
  added: 'add mono',
  removed: 'del mono',
  same: 'mono',
  head: 'mono t3',
}

function Line({ line: { kind, text, number }, isMarked }: { line: DiffLine; isMarked: boolean }) {
  return (
    <div className={isMarked ? `${classes[kind]} ${styles['marked'] ?? ''}` : classes[kind]}>
      <i>{number}</i>
      {isMarked && <span className="vh">The claim refers to: </span>}
      {text === '' ? ' ' : <CodeText text={text} />}
    </div>
  )
}

function Cut({ lines, where }: { lines: number; where: string }) {
  return (
    <div className="small t3">
      <i />
      {countOf(lines, 'more line')} {where}
    </div>
  )
}
