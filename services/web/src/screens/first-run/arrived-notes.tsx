import { countOf } from '../../parts/numbers/format-number.js'
import { Note } from '../../parts/states/note.js'
import type { Arrived } from './use-first-event.js'

const outcomeWords: Readonly<Record<string, string>> = {
  dropped: 'dropped',
  rate_limited: 'rejected by a rate limit',
  dead_lettered: 'could not be processed',
}

/** Received items other than error events: stored telemetry, and what was not stored, with the reason. */
export function ArrivedNotes({ arrived }: { arrived: readonly Arrived[] }) {
  const stored = arrived.filter(({ outcome, kind }) => outcome === 'stored' && kind !== 'error')
  const lost = arrived.filter(({ outcome }) => Object.hasOwn(outcomeWords, outcome))
  return (
    <>
      {stored.length > 0 && (
        <Note tone="accent">
          Data is arriving: {stored.map(({ kind, quantity }) => countOf(quantity, nameOf(kind))).join(', ')} stored.
          Your first error will appear here.
        </Note>
      )}
      {lost.map(({ kind, outcome, reason, quantity }) => (
        <Note key={`${kind} ${outcome} ${reason}`} tone="warn">
          {countOf(quantity, nameOf(kind))} {outcomeWords[outcome]}
          {reason !== '' && (
            <>
              : <code>{reason}</code>
            </>
          )}
        </Note>
      ))}
    </>
  )
}

/** `data_point` in readable form. */
function nameOf(kind: string): string {
  return kind.replaceAll('_', ' ')
}
