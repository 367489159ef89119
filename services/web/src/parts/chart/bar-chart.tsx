import { formatCount } from '../numbers/format-number.js'
import { dayMs, useTimes } from '../time/format-time.js'
import { useNow } from '../time/now.js'
import { useWidth } from './use-width.js'
import { MarkerLine } from './marker-line.js'
import { placeLabels, type Marker } from './marker.js'
import { niceMax, timeTicks } from './scale.js'
import { useBrush } from './use-brush.js'
import styles from './bar-chart.module.css'

interface BarChartProps {
  /** Counts per interval, oldest first. */
  values: readonly number[]
  /** Start of the first interval in Unix milliseconds. */
  startMs: number
  intervalMs: number
  /** Describes the chart in a sentence. */
  label: string
  markers?: readonly Marker[]
  /** Which bars are red. */
  isHot?: (index: number) => boolean
  /** Pixels. */
  height?: number
  /** Called with a range selected with the pointer, in Unix milliseconds. */
  onChoose?: (startMs: number, endMs: number) => void
}

/** Counts per interval as bars from 0, with markers above. */
export function BarChart(props: BarChartProps) {
  const { values, startMs, intervalMs, label, markers = [], isHot, height = 64, onChoose } = props
  const [ref, width] = useWidth<HTMLElement>()
  const endMs = startMs + values.length * intervalMs
  const top = niceMax(Math.max(0, ...values))
  const toTime = (x: number) => startMs + (x / Math.max(1, width)) * (endMs - startMs)
  const { brush, handlers } = useBrush(width, (from, to) => onChoose?.(toTime(from), toTime(to)))
  const barWidth = width / Math.max(1, values.length)
  return (
    <figure
      ref={ref}
      className={`chart ${styles['chart'] ?? ''}`}
      style={{ '--h': `${height}px` }}
      {...(onChoose && handlers)}
    >
      <Grid top={top} />
      <svg
        className="plot"
        viewBox={`0 0 ${Math.max(1, width)} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {values.map((value, index) =>
          value === 0 ? null : (
            <rect
              key={index}
              x={index * barWidth}
              width={Math.max(1, barWidth - (barWidth > 4 ? 1.5 : 0.4))}
              y={height - Math.max(1.5, (value / top) * height)}
              height={Math.max(1.5, (value / top) * height)}
              fill={isHot?.(index) === true ? 'var(--bad-fill)' : 'var(--viz-quiet)'}
            />
          ),
        )}
        {brush && (
          <rect x={brush.from} width={brush.to - brush.from} y="0" height={height} className={styles['brush']} />
        )}
      </svg>
      {width > 0 &&
        placeLabels(markers, { startMs, endMs, width }).map((marker) => <MarkerLine key={marker.id} marker={marker} />)}
      <TimeAxis startMs={startMs} endMs={endMs} width={width} />
    </figure>
  )
}

function Grid({ top }: { top: number }) {
  return (
    <>
      <span className="g base" style={{ top: '100%' }} />
      <span className="y" style={{ top: '100%' }}>
        0
      </span>
      <span className="g" style={{ top: '50%' }} />
      <span className="g" style={{ top: '0%' }} />
      <span className="y" style={{ top: '0%' }}>
        {formatCount(top)}
      </span>
    </>
  )
}

/** Clock times, or days if the range is longer than two days. */
export function TimeAxis({ startMs, endMs, width }: { startMs: number; endMs: number; width: number }) {
  const now = useNow()
  const times = useTimes()
  const ticks = timeTicks(startMs, endMs, Math.max(2, Math.floor(width / 90)))
  const isLive = endMs > now - (endMs - startMs) / 50
  // Half a label's width at the end is reserved for `now`.
  const most = isLive ? 1 - 56 / Math.max(112, width) : 0.98
  return (
    <>
      {ticks.map((at) => {
        const share = (at - startMs) / (endMs - startMs)
        if (share < 0.02 || share > most) return null
        return (
          <span key={at} className="x" style={{ left: `${share * 100}%` }}>
            {endMs - startMs > 2 * dayMs ? times.day(at, now) : times.minute(at)}
          </span>
        )
      })}
      {isLive && (
        <span className="x last" style={{ left: '100%' }}>
          now
        </span>
      )}
    </>
  )
}
