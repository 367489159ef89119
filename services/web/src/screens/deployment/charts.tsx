import type { DeploymentDetail, SessionDetail } from '@signalbox/contracts'
import { useMemo } from 'react'
import { LineChart } from '../../parts/chart/line-chart.js'
import { readComparisons, type ComparisonWords } from '../../parts/deployment/read-comparisons.js'
import { useDeploymentMarkers } from '../../parts/deployment/use-markers.js'
import { formatCount, formatShare } from '../../parts/numbers/format-number.js'
import { Empty } from '../../parts/states/empty.js'
import { Answered } from '../../parts/states/answered.js'
import { Note } from '../../parts/states/note.js'
import { formatDuration } from '../../parts/time/format-time.js'
import { useNow } from '../../parts/time/now.js'
import { useMetricsAround } from './queries.js'
import { readSeries, type MinuteSeries } from './read-series.js'
import styles from './deployment.module.css'

interface ChartsProps {
  deployment: DeploymentDetail
  watch: SessionDetail | undefined
}

interface Measure {
  /** The watch's name for it. */
  id: string
  title: string
  values(series: MinuteSeries): readonly (number | null)[]
  format(value: number): string
}

const measures: readonly Measure[] = [
  { id: 'failed_requests', title: 'Failed requests', values: ({ failed }) => failed, format: formatShare },
  { id: 'latency_p95', title: 'p95 latency', values: ({ p95Ms }) => p95Ms, format: formatDuration },
  { id: 'error_events', title: 'Errors per minute', values: ({ errorEvents }) => errorEvents, format: formatCount },
  { id: 'requests', title: 'Requests per minute', values: ({ requests }) => requests, format: formatCount },
]

/** The service's metrics in the hour before and the hour after, with the watch's comparisons. */
export function Charts({ deployment, watch }: ChartsProps) {
  const { query, bounds } = useMetricsAround(deployment, useNow())
  const { startMs, endMs } = bounds
  const points = query.data?.services.find(({ service }) => service === deployment.service)?.points
  // The page renders every few seconds; its series only when the data changes.
  const series = useMemo(() => readSeries(points ?? [], { startMs, endMs }), [points, startMs, endMs])
  const markers = useDeploymentMarkers(bounds)
  const comparisons = readComparisons(watch?.steps ?? [])
  if (deployment.service === null) {
    return (
      <section className="card" aria-label="Before and after">
        <Empty title="No service specified.">
          With <code>service</code> in the deployment, this shows the service before and after it went live.
        </Empty>
      </section>
    )
  }
  return (
    <section className="card" aria-label="Before and after">
      <header>
        <h2>The hour before → the hour after</h2>
        <span className="small t3">{deployment.service}, per minute</span>
      </header>
      <Answered query={query}>
        {({ one_in_traces: oneInTraces }) => (
          <>
            {oneInTraces > 1 && <Note>Estimated from 1 in {formatCount(oneInTraces)} traces.</Note>}
            <MeasureCharts {...{ series, markers, comparisons }} />
          </>
        )}
      </Answered>
    </section>
  )
}

interface MeasureChartsProps {
  series: MinuteSeries
  markers: ReturnType<typeof useDeploymentMarkers>
  comparisons: readonly ComparisonWords[]
}

/** One chart per measure; those without data are listed together below. */
function MeasureCharts({ series, markers, comparisons }: MeasureChartsProps) {
  const known = measures.map((measure) => ({
    measure,
    isMeasured: isAnyMeasured(measure.values(series)),
    comparison: comparisons.find(({ measure: id }) => id === measure.id),
  }))
  const shown = known.filter(({ isMeasured, comparison }) => isMeasured || comparison !== undefined)
  const missing = known.filter((each) => !shown.includes(each)).map(({ measure }) => measure.title.toLowerCase())
  return (
    <div className={styles['charts']}>
      {shown.map(({ measure, comparison }) => (
        <MeasureChart key={measure.id} {...{ measure, series, markers, comparison }} />
      ))}
      {missing.length > 0 && <p className="small t3">No data for {missing.join(', ')}.</p>}
    </div>
  )
}

function isAnyMeasured(points: readonly (number | null)[]): boolean {
  return points.some((point) => point !== null)
}

interface MeasureChartProps extends Omit<MeasureChartsProps, 'comparisons'> {
  measure: Measure
  comparison: ComparisonWords | undefined
}

function MeasureChart({ measure: { title, values, format }, series, markers, comparison }: MeasureChartProps) {
  const points = values(series)
  const lines = useMemo(() => [{ name: title, values: points, color: '--viz-1' as const }], [title, points])
  return (
    <div className={styles['chart']}>
      <h3>
        {title}
        {comparison && <Compared comparison={comparison} />}
      </h3>
      {isAnyMeasured(points) ? (
        <LineChart
          times={series.times}
          series={lines}
          label={`${title}: ${describeRange(points, format)}`}
          format={format}
          markers={markers}
          height={96}
        />
      ) : (
        <p className="small t3">No data.</p>
      )}
    </div>
  )
}

/** The watch's result: before → after. */
function Compared({ comparison: { before, after, tone, say } }: { comparison: ComparisonWords }) {
  return (
    <span className="small t2 tab">
      {before === undefined ? 'not measured' : say(before)} →{' '}
      <b className={tone === undefined ? 'strong' : `c-${tone} strong`}>
        {after === undefined ? 'not measured' : say(after)}
      </b>
    </span>
  )
}

function describeRange(points: readonly (number | null)[], format: (value: number) => string): string {
  const measured = points.filter((point) => point !== null)
  return `from ${format(Math.min(...measured))} to ${format(Math.max(...measured))}.`
}
