import { useCallback, useMemo, useState } from 'react'
import { LineChart } from '../../parts/chart/line-chart.js'
import { Select } from '../../parts/form/labelled.js'
import { useDeploymentMarkers } from '../../parts/deployment/use-markers.js'
import { formatCount } from '../../parts/numbers/format-number.js'
import { formatMeasure } from './format-measure.js'
import { nameField } from './name-field.js'
import type { ResultSeries } from './read-result-series.js'
import styles from './session.module.css'

const colors = ['--viz-1', '--viz-2', '--viz-3', '--viz-4', '--viz-5', '--viz-6'] as const

/** A result's values over time, as lines. */
export function EvidenceChart({ series: { times, measures, lines, leftOut } }: { series: ResultSeries }) {
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
  const format = useCallback((value: number) => formatMeasure(chosen, value), [chosen])
  const names = lines.map(({ name }) => name).filter((name) => name !== '')
  return (
    <div className={styles['chart']}>
      {measures.length > 1 && (
        <Select
          label="Over time"
          value={chosen}
          options={measures.map((value) => ({ value, text: nameField(value) }))}
          onChange={({ target }) => {
            setChosen(target.value)
          }}
        />
      )}
      <LineChart
        times={times}
        series={drawn}
        label={`${nameField(chosen)} over time${names.length > 0 ? ` of ${names.join(', ')}` : ''}`}
        format={format}
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
