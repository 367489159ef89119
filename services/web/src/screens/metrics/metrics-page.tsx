import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useRowKeys } from '../../frame/actions/use-row-keys.js'
import { useActions } from '../../frame/actions/actions.js'
import { Screen } from '../../frame/screen.js'
import { Field } from '../../parts/form/labelled.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { listMetrics, type ListedMetric } from './list-metrics.js'
import { MetricChart } from './metric-chart.js'
import { MetricForm } from './metric-form.js'
import { MetricTable } from './metric-table.js'
import type { MetricsSearch } from './metrics-search.js'
import { useMetricNames } from './queries.js'
import styles from './metrics.module.css'

/** Metrics of OpenTelemetry, Prometheus and Sentry SDKs: all of them, or one over time. */
export function MetricsPage() {
  const search: MetricsSearch = useSearch({ from: '/frame/metrics' })
  const navigate = useNavigate({ from: '/metrics' })
  const { points, apps } = useMetricNames()
  const metrics = useMemo(
    () => listMetrics(points.data?.metrics ?? [], apps.data && 'metrics' in apps.data ? apps.data.metrics : []),
    [points.data, apps.data],
  )
  const names = useMemo(() => [...new Set(metrics.map(({ name }) => name))], [metrics])
  // Project and range stay in the address by themselves.
  const change = (next: MetricsSearch) => void navigate({ search: next })
  if (search.name === undefined) {
    return (
      <Screen title="Metrics" freshness={points}>
        <Answered query={points}>
          {() => (
            <Answered query={apps}>
              {() => <MetricList metrics={metrics} onOpen={(name) => change({ name })} />}
            </Answered>
          )}
        </Answered>
      </Screen>
    )
  }
  return (
    <Screen title={search.name} parent={{ text: 'Metrics', to: '/metrics' }} freshness={points}>
      <div className={styles['page']}>
        <MetricForm search={search} names={names} onChange={change} />
        <MetricChart name={search.name} search={search} />
      </div>
    </Screen>
  )
}

interface MetricListProps {
  metrics: readonly ListedMetric[]
  onOpen(name: string): void
}

/** All metrics, or those whose name contains what someone types. Enter opens the first. */
function MetricList({ metrics, onOpen }: MetricListProps) {
  const [typed, setTyped] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useRowKeys()
  useActions('Metrics', [
    { id: 'find', text: 'Find a metric', keys: '/', isKeyOnly: true, run: () => field.current?.focus() },
  ])
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = metrics.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)))
  const [first] = found
  return (
    <div className={styles['page']}>
      {metrics.length > 0 && (
        <form
          className={styles['find']}
          role="search"
          onSubmit={(event) => {
            event.preventDefault()
            if (first) onOpen(first.name)
          }}
        >
          <Field
            ref={field}
            label="Find a metric"
            value={typed}
            placeholder="http.server.request.duration"
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => setTyped(target.value)}
          />
        </form>
      )}
      <section className="card" aria-label="Metrics">
        {metrics.length === 0 ? (
          <NoMetrics />
        ) : first === undefined ? (
          <Empty title={`No metric contains “${typed.trim()}” in this range.`} />
        ) : (
          <MetricTable metrics={found} />
        )}
      </section>
    </div>
  )
}

function NoMetrics() {
  return (
    <Empty
      title="No metrics in this range."
      action={
        <Link className="link" to="/new">
          Connect an SDK or collector
        </Link>
      }
    >
      Metrics of OpenTelemetry, Prometheus remote write and Sentry SDKs appear here.
    </Empty>
  )
}
