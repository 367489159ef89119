import { useMemo, useState } from 'react'
import { LineChart } from '../../parts/chart/line-chart.js'
import { Select } from '../../parts/form/labelled.js'
import { useDeploymentMarkers } from '../../parts/deployment/use-markers.js'
import { formatCount, formatSignificant } from '../../parts/numbers/format-number.js'
import { readResultSeries, type ResultSeries } from './read-result-series.js'
import styles from './session.module.css'

const colors = ['--viz-1', '--viz-2', '--viz-3', '--viz-4', '--viz-5', '--viz-6'] as const

/** A result that is values over time, as lines; nothing for any other. */
export function EvidenceChart({ result }: { result: unknown }) {
  const series = useMemo(() => readResultSeries(result), [result])
  return series && <SeriesChart series={series} />
}

function SeriesChart({ series: { times, measures, lines, leftOut } }: { series: ResultSeries }) {
  const [chosen, setChosen] = useState(measures[0] ?? '')
  const markers = useDeploymentMarkers({ startMs: times[0] ?? 0, endMs: times.at(-1) ?? 0 })
  const drawn = useMemo(
    () =>
      lines.map(({ name, valuesOf }, index) => ({
        name,
        values: valuesOf(chosen),
        color: colors[index] ?? ('--viz-rest' as const),
        isDashed: index === 1,
      })),
    [lines, chosen],
  )
  const names = lines.map(({ name }) => name).filter((name) => name !== '')
  return (
    <div className={styles['chart']}>
      {measures.length > 1 && (
        <Select
          label="Over time"
          value={chosen}
          options={measures.map((value) => ({ value, text: value.replaceAll('_', ' ') }))}
          onChange={({ target }) => {
            setChosen(target.value)
          }}
        />
      )}
      <LineChart
        times={times}
        series={drawn}
        label={`${chosen.replaceAll('_', ' ')} over time${names.length > 0 ? ` of ${names.join(', ')}` : ''}`}
        format={formatSignificant}
        markers={markers}
        height={96}
      />
      {names.length > 0 && (
        <ul className={`small ${styles['legend'] ?? ''}`}>
          {drawn.map(({ name, color }) => (
            <li key={name}>
              <i style={{ background: `var(${color})` }} />
              {name}
            </li>
          ))}
          {leftOut > 0 && <li className="t3">{formatCount(leftOut)} others</li>}
        </ul>
      )}
    </div>
  )
}
