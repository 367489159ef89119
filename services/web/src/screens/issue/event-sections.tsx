import type { ReactNode } from 'react'
import { readBreadcrumbs, readPairs } from '../../parts/event/read-event.js'
import { isObject, textOfValue, type JsonObject } from '../../parts/json/read-value.js'
import { Icon } from '../../parts/icon/icon.js'
import { Pairs } from '../../parts/json/pairs.js'
import { formatBytes } from '../../parts/numbers/format-number.js'
import { useTimes, type Times } from '../../parts/time/format-time.js'
import { Breadcrumbs } from './breadcrumbs.js'
import type { IssueEvent } from './queries.js'
import styles from './issue.module.css'

/** All data of an event below its stack. Missing parts are omitted. */
export function EventSections({ event }: { event: IssueEvent }) {
  const { event: stored } = event
  const crumbs = readBreadcrumbs(stored)
  const request = requestPairs(stored['request'])
  const times = useTimes()
  return (
    <>
      {crumbs.length > 0 && <Breadcrumbs crumbs={crumbs} event={event} />}
      <Section title="Request" pairs={request} />
      <Section title="User" pairs={readPairs(event.user)} />
      <Section title="Tags" pairs={Object.entries(event.tags)} />
      <Section title="Event details" pairs={belongings(event, times)} />
      {contextsOf(stored).map(([name, context]) => (
        <Section key={name} title={nameContext(name)} pairs={readPairs(context)} />
      ))}
      <Section title="Extra" pairs={readPairs(stored['extra'])} />
      <Attachments event={event} />
      {event.feedback.map((feedback) => (
        <Section
          key={feedback.feedback_id}
          title="User feedback"
          pairs={[
            ['message', feedback.message],
            ['name', feedback.name],
            ['email', feedback.contact_email],
          ]}
        />
      ))}
      <Section title="Packages" pairs={readPairs(stored['modules'])} isFolded />
      <Section title="Modified during ingestion" pairs={changesOf(stored)} isFolded />
    </>
  )
}

type Pair = readonly [string, unknown]

function Section({ title, pairs, isFolded = false }: { title: string; pairs: readonly Pair[]; isFolded?: boolean }) {
  const filled = pairs.filter(([, value]) => value !== '' && value !== undefined && value !== null)
  if (filled.length === 0) return null
  return (
    <Part title={title} isFolded={isFolded}>
      <Pairs pairs={filled} />
    </Part>
  )
}

function Part({ title, isFolded, children }: { title: string; isFolded: boolean; children: ReactNode }) {
  return (
    <details className={styles['part']} open={!isFolded}>
      <summary>
        <h3>{title}</h3>
      </summary>
      {children}
    </details>
  )
}

/** Method and URL first, then headers, cookies and body. */
function requestPairs(request: unknown): Pair[] {
  if (!isObject(request)) return []
  const query = readPairs(request['query_string']).map(([name, value]) => `${name}=${textOfValue(value)}`)
  const address = [textOfValue(request['method']), textOfValue(request['url'])].filter(Boolean).join(' ')
  return [
    ['request', query.length === 0 ? address : `${address}?${query.join('&')}`],
    ...readPairs(request['headers']),
    [
      'cookies',
      isObject(request['cookies']) || Array.isArray(request['cookies'])
        ? Object.fromEntries(readPairs(request['cookies']))
        : undefined,
    ],
    ['body', request['data']],
    ['environment', request['env']],
  ]
}

/** Contexts by name, except the trace, which is shown elsewhere. */
function contextsOf(event: JsonObject): [string, unknown][] {
  return readPairs(event['contexts']).filter(([name]) => name !== 'trace')
}

/** `os` as `OS`, `cloud_resource` as `Cloud resource`. */
function nameContext(name: string): string {
  if (['os', 'gpu', 'otel'].includes(name)) return name.toUpperCase()
  const words = name.replaceAll('_', ' ')
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`
}

function belongings(event: IssueEvent, times: Times): Pair[] {
  return [
    ['release', event.release],
    ['environment', event.environment],
    ['transaction', event.event['transaction']],
    ['server', event.event['server_name']],
    ['logger', event.event['logger']],
    ['trace', event.trace_id],
    [
      'SDK',
      [event.sdk_name, isObject(event.event['sdk']) ? textOfValue(event.event['sdk']['version']) : '']
        .filter(Boolean)
        .join(' '),
    ],
    ['received', times.exact(event.received_at, Date.parse(event.received_at))],
    ['represents', (event.times_seen ?? 1) > 1 ? `${event.times_seen ?? 1} occurrences (sampled)` : ''],
  ]
}

function changesOf(event: JsonObject): Pair[] {
  const changes: unknown = event['changes']
  if (!Array.isArray(changes)) return []
  const known: unknown[] = changes
  return known
    .filter(isObject)
    .map((change) => [
      textOfValue(change['path']),
      [textOfValue(change['reason']), textOfValue(change['rule'])].filter(Boolean).join(', '),
    ])
}

function Attachments({ event }: { event: IssueEvent }) {
  if (event.attachments.length === 0) return null
  return (
    <Part title="Attachments" isFolded={false}>
      <ul className={styles['files']}>
        {event.attachments.map((file) => (
          <li key={file.id} className="row">
            <Icon name="download" isSmall />
            <a className="link clip" href={file.download_url} download={file.name}>
              {file.name}
            </a>
            <span className="t3 small">{formatBytes(file.size)}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}
