import { CodeText } from '../code/code-text.js'

const linesMax = 60

/** A unified diff with lines marked by sign and tint. */
export function Diff({ text }: { text: string }) {
  return (
    <div className="src" tabIndex={0} role="group" aria-label="Diff">
      {text
        .split('\n')
        .slice(0, linesMax)
        .map((line, index) => (
          <div key={index} className={classOf(line)}>
            <i>{index + 1}</i>
            {line === '' ? ' ' : <CodeText text={line} />}
          </div>
        ))}
    </div>
  )
}

function classOf(line: string): string | undefined {
  if (line.startsWith('+') && !line.startsWith('+++')) return 'add mono'
  if (line.startsWith('-') && !line.startsWith('---')) return 'del mono'
  return 'mono'
}
