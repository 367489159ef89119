import type { CountedIssueDetail } from '@signalbox/contracts'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useActions } from '../../frame/actions/actions.js'
import { ButtonGroup, IconButton } from '../../parts/controls/button.js'
import { CopyButton } from '../../parts/controls/copy-button.js'
import { Dialog } from '../../parts/controls/dialog.js'
import { Answered } from '../../parts/states/answered.js'
import { Tag } from '../../parts/status/status.js'
import { ExactTime } from '../../parts/time/ago.js'
import { hourMs } from '../../parts/time/format-time.js'
import { AllEvents } from './all-events.js'
import { EventSections } from './event-sections.js'
import { Exceptions } from './exceptions.js'
import { SourceMapDoctor } from './source-map-doctor.js'
import { useEvent, type IssueEvent } from './queries.js'
import styles from './issue.module.css'

/** One event of the issue with all its data, and navigation to others. */
export function EventCard({ issue, eventId }: { issue: CountedIssueDetail; eventId: string }) {
  // Uses the id from the address, as the route loader does.
  const query = useEvent(issue.short_id, eventId)
  return (
    <section className="card" aria-label="Event">
      <Answered query={query} what={`event ${eventId} in this issue`}>
        {(event) => <EventContent {...{ issue, event, eventId }} />}
      </Answered>
    </section>
  )
}

function EventContent({ issue, event, eventId }: { issue: CountedIssueDetail; event: IssueEvent; eventId: string }) {
  const navigate = useNavigate()
  const [isListOpen, setListOpen] = useState(false)
  const go = (id: string | null) => {
    if (id !== null)
      void navigate({ to: '/issues/$issueId/events/$eventId', params: { issueId: issue.short_id, eventId: id } })
  }
  useActions('Events', [
    { id: 'older', text: 'Older event', keys: '[', run: () => go(event.older_event_id) },
    { id: 'newer', text: 'Newer event', keys: ']', run: () => go(event.newer_event_id) },
    { id: 'all', text: 'All events', run: () => setListOpen(true) },
  ])
  return (
    <>
      <header className={styles['eventHead']}>
        <h2>Event</h2>
        <span className="mono small t3">{`${event.event_id.slice(0, 4)}…${event.event_id.slice(-4)}`}</span>
        <CopyButton text={event.event_id} label="Copy event ID" />
        {['recommended', 'latest', 'oldest'].includes(eventId) && <Tag>{eventId}</Tag>}
        <span className="small t3 hide-s">
          <ExactTime at={event.timestamp} />
        </span>
        <span className="right">
          <TraceLink event={event} />
          <EventLink issue={issue} eventId="oldest" text="Oldest" />
          <EventLink issue={issue} eventId="latest" text="Latest" />
          <button type="button" className="link small" onClick={() => setListOpen(true)}>
            All
          </button>
          <ButtonGroup>
            <IconButton
              icon="left"
              label="Older event"
              isSmall
              disabled={event.older_event_id === null}
              onClick={() => go(event.older_event_id)}
            />
            <IconButton
              icon="right"
              label="Newer event"
              isSmall
              disabled={event.newer_event_id === null}
              onClick={() => go(event.newer_event_id)}
            />
          </ButtonGroup>
        </span>
      </header>
      <Exceptions event={event} />
      <SourceMapDoctor projectId={issue.project_id} event={event} />
      <EventSections event={event} />
      <Dialog title="All events" kind="drawer" isOpen={isListOpen} onClose={() => setListOpen(false)}>
        <AllEvents issue={issue} onOpen={() => setListOpen(false)} />
      </Dialog>
    </>
  )
}

/** Everything raised in the same trace: a failure is often visible in several services. */
function TraceLink({ event: { trace_id: traceId, timestamp } }: { event: IssueEvent }) {
  if (traceId === '') return null
  const at = Date.parse(timestamp)
  const [start, end] = [at - hourMs, at + hourMs].map((ms) => new Date(ms).toISOString())
  return (
    <Link
      className="link small"
      to="/issues"
      search={{ query: `trace:${traceId}`, project: undefined, start, end }}
      title="Issues in the same trace"
    >
      Trace
    </Link>
  )
}

function EventLink({ issue, eventId, text }: { issue: CountedIssueDetail; eventId: string; text: string }) {
  return (
    <Link
      className="link small hide-s"
      to="/issues/$issueId/events/$eventId"
      params={{ issueId: issue.short_id, eventId }}
    >
      {text}
    </Link>
  )
}
