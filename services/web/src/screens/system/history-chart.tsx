import type { SystemSample } from '@signalbox/contracts'
import { useMemo } from 'react'
import { LineChart } from '../../parts/chart/line-chart.js'
import { readHistory } from './read-history.js'
import styles from './system.module.css'

interface HistoryChartProps {
  samples: readonly SystemSample[]
  /** Caption of the measure. */
  name: string
  /** Must be a stable function, or the line is drawn again. */
  valueOf(sample: SystemSample): number | null
  format(value: number): string
  /** Minimum upper end of the scale. */
  most: number
}

/** The last day as a line. It starts with the second stored minute. */
export function HistoryChart({ samples, name, valueOf, format, most }: HistoryChartProps) {
  const { times, values } = useMemo(() => readHistory(samples, valueOf), [samples, valueOf])
  const series = useMemo(() => [{ name, values, color: '--viz-1' as const }], [name, values])
  const known = values.filter((value) => value !== null)
  if (known.length < 2) return null
  const [lowest, highest] = [Math.min(...known), Math.max(...known)]
  return (
    <div className={styles['history']}>
      <span className="small t3">{name}, last 24 hours</span>
      <LineChart
        {...{ times, series, format, most }}
        height={64}
        label={`${name}, per minute: from ${format(lowest)} to ${format(highest)}, now ${format(known.at(-1) ?? 0)}.`}
      />
    </div>
  )
}
