import type { ErrorEvent, TelemetryProject } from '@signalbox/contracts'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef, useState, type Ref } from 'react'
import { buttonClass } from '../../parts/controls/button.js'
import { announce } from '../../parts/live/live-region.js'
import { Level } from '../../parts/status/level.js'
import { Ago } from '../../parts/time/ago.js'
import { ArrivedNotes } from './arrived-notes.js'
import { SendTestEvent } from './send-test-event.js'
import { Step } from './step.js'
import type { FirstArrival } from './use-first-event.js'
import { readDsn } from './platforms/read-dsn.js'
import styles from './first-run.module.css'

interface FirstEventProps extends FirstArrival {
  project: TelemetryProject
}

/** Waits for a project's first event, then shows it. */
export function FirstEvent({ project, event, arrived }: FirstEventProps) {
  const hasEvent = event !== undefined
  const card = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!hasEvent) return
    announce('First event received')
    // On phones and small windows, it is below the snippets.
    card.current?.scrollIntoView({ block: 'nearest' })
  }, [hasEvent])
  if (event) {
    return (
      <Step number={4} state="done" title="First event received">
        <EventCard ref={card} event={event} />
      </Step>
    )
  }
  return (
    <Step number={4} state="wait" title="Waiting for the first event">
      <div className={styles['waiting']}>
        <div className="row">
          <span className={styles['pulse']} aria-hidden="true" />
          <span>
            Listening on <span className="mono">{new URL(readDsn(project.dsn).origin).host}</span> for <Seconds />. This
            page updates automatically.
          </span>
        </div>
        <ArrivedNotes arrived={arrived} />
        <SendTestEvent project={project} />
      </div>
    </Step>
  )
}

/** How long the page has been waiting. */
function Seconds() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const begin = Date.now()
    const timer = setInterval(() => {
      setSeconds(Math.round((Date.now() - begin) / 1_000))
    }, 1_000)
    return () => {
      clearInterval(timer)
    }
  }, [])
  return <span className="tab">{seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min`}</span>
}

function EventCard({ event, ref }: { event: ErrorEvent; ref: Ref<HTMLDivElement> }) {
  const { level, exception_type: type, exception_value: value, message, timestamp, issue_id: issueId } = event
  const said = [event.platform, event.release, event.environment, event.sdk_name].filter((each) => each !== '')
  return (
    <div ref={ref} className={styles['event']}>
      <div className={styles['event-title']}>
        <Level level={level} isHot />
        <span>
          <span className="strong">{type === '' ? message : type}</span>
          {type !== '' && <span className="t2"> {value}</span>}
        </span>
      </div>
      <p className="small t3">
        <Ago at={timestamp} /> · {said.join(' · ')}
      </p>
      <div className="row wrap">
        {issueId ? (
          <Link className={buttonClass({ kind: 'main' })} to="/issues/$issueId" params={{ issueId }}>
            Open issue
          </Link>
        ) : (
          <span className="t3">Creating its issue…</span>
        )}
        <Link className={buttonClass()} to="/issues">
          All issues
        </Link>
      </div>
    </div>
  )
}
