import { useMemo } from 'react'
import { boundsOf } from '../../frame/range/range.js'
import { useProject } from '../../frame/project/projects.js'
import { useChangeFrameSearch, useRange } from '../../frame/range/use-range.js'
import { LineChart } from '../../parts/chart/line-chart.js'
import { headroom, niceMax } from '../../parts/chart/scale.js'
import { useDeploymentMarkers } from '../../parts/deployment/use-markers.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { Answered } from '../../parts/states/answered.js'
import { Empty } from '../../parts/states/empty.js'
import { formatDuration, minuteMs } from '../../parts/time/format-time.js'
import { useNow } from '../../parts/time/now.js'
import { aggregateWords } from '../../parts/metric/aggregate-words.js'
import { createFormat, nameUnit } from '../../parts/metric/format-metric.js'
import type { MetricsSearch } from './metrics-search.js'
import { useMetric } from './queries.js'
import { readAppLines, readPointLines, type MetricLine, type MetricLines } from './read-lines.js'
import styles from './metrics.module.css'

const colors = ['--viz-1', '--viz-2', '--viz-3', '--viz-4', '--viz-5', '--viz-6'] as const

interface MetricChartProps {
  name: string
  search: MetricsSearch
}

/** One metric over the range, with deployments. */
export function MetricChart({ name, search }: MetricChartProps) {
  const { points, app } = useMetric(name, search)
  const range = useRange()
  const change = useChangeFrameSearch()
  // The lines change with the minute at most, not whenever a relative time does.
  const { startMs, endMs } = boundsOf(range, Math.floor(useNow() / minuteMs + 1) * minuteMs)
  const bounds = useMemo(() => ({ startMs, endMs }), [startMs, endMs])
  const answered = points.data?.metric === null ? app : points
  const shorten = () => change({ since: '1h' })
  return (
    <section className="card" aria-label={name}>
      <Answered<unknown> query={answered} shorten={shorten}>
        {() => {
          const lines =
            (points.data && readPointLines(points.data, bounds)) ??
            (app.data && 'series' in app.data ? readAppLines(app.data, search.aggregate, bounds) : undefined)
          return <Lines {...{ name, lines, bounds }} />
        }}
      </Answered>
    </section>
  )
}

interface LinesProps {
  name: string
  lines: MetricLines | undefined
  bounds: { startMs: number; endMs: number }
}

function Lines({ name, lines, bounds }: LinesProps) {
  if (lines === undefined) return <Empty title="No points in this range.">Check the name, filter and range.</Empty>
  if (lines.lines.length > 0) return <LinesChart {...{ name, lines, bounds }} />
  return (
    <Empty title={`No ${aggregateWords[lines.aggregate].toLowerCase()} in this range.`}>
      The metric is a {lines.type.replaceAll('_', ' ')}, which may not have this aggregate.
    </Empty>
  )
}

function LinesChart({ name, lines: read, bounds }: LinesProps & { lines: MetricLines }) {
  const { aggregate, type, unit, times, lines, intervalMs, leftOut } = read
  const change = useChangeFrameSearch()
  const markers = useDeploymentMarkers(bounds, useProject()?.id)
  const format = useMemo(() => createFormat({ aggregate, type, unit }), [aggregate, type, unit])
  const series = useMemo(
    () =>
      lines.slice(0, colors.length).map((line, index) => ({
        name: line.name,
        values: line.values,
        color: colors[index] ?? ('--viz-rest' as const),
        isDashed: index === 1,
      })),
    [lines],
  )
  const others = lines.length - series.length + leftOut
  const what = `${aggregateWords[aggregate]} of ${name}`
  return (
    <>
      <header>
        <h2>{aggregateWords[aggregate]}</h2>
        <span className="small t3">
          {[`${formatDuration(intervalMs)} each`, type.replaceAll('_', ' '), nameUnit(unit)]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </header>
      <div className="pad">
        <LineChart
          {...{ times, series, format, markers }}
          height={240}
          most={niceMax(Math.max(0, ...lines.map(({ most }) => most)) * headroom, 0)}
          label={`${what}: from ${format(Math.min(...lines.map(({ least }) => least)))} to ${format(
            Math.max(...lines.map(({ most }) => most)),
          )}; ${countOf(markers.length, 'deployment')} in the range.`}
          onChoose={(from, to) => change({ start: new Date(from).toISOString(), end: new Date(to).toISOString() })}
        />
      </div>
      <LineTable lines={lines.slice(0, colors.length)} format={format} />
      {others > 0 && <footer>{countOf(others, 'other group')} not shown: the highest ones are.</footer>}
    </>
  )
}

function LineTable({ lines, format }: { lines: readonly MetricLine[]; format(value: number): string }) {
  return (
    <table className="table">
      <caption className="vh">Lines, the highest first</caption>
      <thead>
        <tr>
          <th scope="col">Group</th>
          <th scope="col" className={`num ${styles['value'] ?? ''}`}>
            Last
          </th>
          <th scope="col" className={`num hide-s ${styles['value'] ?? ''}`}>
            Minimum
          </th>
          <th scope="col" className={`num ${styles['value'] ?? ''}`}>
            Maximum
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map(({ name, last, least, most }, index) => (
          <tr key={name}>
            <th scope="row" className="clip">
              <i className={styles['swatch']} style={{ background: `var(${colors[index] ?? '--viz-rest'})` }} />
              {name === '' ? 'All' : name}
            </th>
            <td className="num">{format(last)}</td>
            <td className="num hide-s">{format(least)}</td>
            <td className="num">{format(most)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
