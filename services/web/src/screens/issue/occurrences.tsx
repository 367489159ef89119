import type { CountedIssueDetail } from '@signalbox/contracts'
import { useState } from 'react'
import { BarChart } from '../../parts/chart/bar-chart.js'
import { Segments } from '../../parts/controls/segments.js'
import { useDeploymentMarkers } from '../../parts/deployment/use-markers.js'
import { shortRelease } from '../../parts/issue/short-release.js'
import { countOf, formatCount } from '../../parts/numbers/format-number.js'
import { Figure } from '../../parts/numbers/figure.js'
import { dayMs, hourMs, useTimes } from '../../parts/time/format-time.js'
import { useNow } from '../../parts/time/now.js'
import styles from './issue.module.css'

const spans = [
  { value: 'day', text: '24 hours' },
  { value: 'month', text: '30 days' },
] as const

/** Events, users, first and last occurrence, with a chart over time. */
export function Occurrences({ issue }: { issue: CountedIssueDetail }) {
  const [span, setSpan] = useState<'day' | 'month'>('day')
  const now = useNow()
  const [values, intervalMs] =
    span === 'day' ? ([issue.series_24h, hourMs] as const) : ([issue.series_30d, dayMs] as const)
  // The last interval is the current one.
  const startMs = (Math.floor(now / intervalMs) - values.length + 1) * intervalMs
  const markers = useDeploymentMarkers({ startMs, endMs: startMs + values.length * intervalMs }, issue.project_id)
  const total = values.reduce((sum, value) => sum + value, 0)
  return (
    <section className="card" aria-label="Frequency">
      <div className="figs">
        <Figure label="Events" value={formatCount(issue.events)}>
          in 90 days
        </Figure>
        <Figure label="Users" value={issue.users === 0 ? '–' : formatCount(issue.users)}>
          {issue.users === 0 ? 'none reported' : 'by user ID'}
        </Figure>
        <Moment label="First seen" at={issue.first_seen_at} note={shortRelease(issue.first_release)} now={now} />
        <Moment label="Last seen" at={issue.last_seen_at} now={now} />
      </div>
      <div className={styles['course']}>
        <div className={styles['courseHead']}>
          <span className="small t3">Events per {span === 'day' ? 'hour' : 'day'}</span>
          <Segments label="Time span" options={spans} value={span} onChange={setSpan} />
        </div>
        <BarChart
          {...{ values, startMs, intervalMs, markers }}
          height={74}
          isHot={() => issue.status === 'unresolved'}
          label={`${countOf(total, 'event')} in the last ${span === 'day' ? '24 hours' : '30 days'}; ${countOf(markers.length, 'deployment')} in that time.`}
        />
      </div>
    </section>
  )
}

function Moment({ label, at, note = '', now }: { label: string; at: string | null; note?: string; now: number }) {
  const times = useTimes()
  if (at === null) {
    return (
      <Figure label={label} value="–">
        events expired
      </Figure>
    )
  }
  const [first = '', ...rest] = times.ago(at, now).split(/ (?=ago)/)
  const time = (
    <time dateTime={at} title={times.exact(at, now)}>
      {first} {rest.length > 0 && <small>{rest.join(' ')}</small>}
    </time>
  )
  return (
    <Figure label={label} value={time}>
      {[times.dayTime(at, now), note].filter(Boolean).join(' · ')}
    </Figure>
  )
}
