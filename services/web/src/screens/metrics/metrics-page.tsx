import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { Screen } from '../../frame/screen.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { listMetrics } from './list-metrics.js'
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
  return (
    <Screen title="Metrics" freshness={points}>
      <div className={styles['page']}>
        <MetricForm search={search} names={names} onChange={change} />
        {search.name === undefined ? (
          <section className="card" aria-label="Metrics">
            <Answered query={points}>
              {() => (
                <Answered query={apps}>
                  {() => (metrics.length === 0 ? <NoMetrics /> : <MetricTable metrics={metrics} />)}
                </Answered>
              )}
            </Answered>
          </section>
        ) : (
          <MetricChart name={search.name} search={search} />
        )}
      </div>
    </Screen>
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
