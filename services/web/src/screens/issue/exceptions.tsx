import { useState } from 'react'
import { Segments } from '../../parts/controls/segments.js'
import { isObject } from '../../parts/json/read-value.js'
import { readExceptions, type Exception } from '../../parts/event/read-event.js'
import { StackTrace } from '../../parts/stack-trace/stack-trace.js'
import { Tag } from '../../parts/status/status.js'
import type { IssueEvent } from './queries.js'
import styles from './issue.module.css'

type View = 'own' | 'all' | 'raw'

const views = [
  { value: 'own', text: 'Your code' },
  { value: 'all', text: 'All' },
  { value: 'raw', text: 'Raw' },
] as const

const relationWords: Readonly<Record<Exception['relation'], string>> = {
  main: '',
  cause: 'Caused by',
  sibling: 'Together with',
  suppressed: 'Suppressed',
}

/** An event's exceptions with their stacks: the main one, its causes, and related ones. */
export function Exceptions({ event }: { event: IssueEvent }) {
  const [view, setView] = useState<View>('own')
  const exceptions = readExceptions(event.event)
  const message = messageOf(event)
  return (
    <>
      {message !== '' && <p className={styles['message']}>{message}</p>}
      {(exceptions.length > 0 || event.stack_trace !== '') && (
        <div className={styles['sub']}>
          <h3>Stack trace</h3>
          <Segments label="Stack trace view" options={views} value={view} onChange={setView} />
        </div>
      )}
      {view === 'raw' ? (
        <pre className={`code ${styles['raw'] ?? ''}`} tabIndex={0} role="group" aria-label="Raw stack trace">
          {event.stack_trace}
        </pre>
      ) : (
        exceptions.map((exception, index) => (
          <div key={index}>
            {(exceptions.length > 1 || exception.mechanism !== '') && <ExceptionHead exception={exception} />}
            <StackTrace key={view} exception={exception} view={view} />
          </div>
        ))
      )}
    </>
  )
}

function ExceptionHead({ exception: { relation, type, value, mechanism, isHandled } }: { exception: Exception }) {
  return (
    <div className={styles['exception']}>
      {relation !== 'main' && <span className="t3">{relationWords[relation]}</span>}
      <b className="strong">{type}</b>
      <span className={styles['value']}>{value}</span>
      {mechanism !== '' && <Tag {...(isHandled === false && { tone: 'bad' as const })}>{mechanism}</Tag>}
    </div>
  )
}

/** The text of an event without an exception, or a message in addition to one. */
function messageOf({ event, message, exception_type: type }: IssueEvent): string {
  const entry = event['logentry']
  if (type === '') return message
  return isObject(entry) && typeof entry['formatted'] === 'string' ? entry['formatted'] : ''
}
