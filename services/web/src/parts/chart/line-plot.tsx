import { useEffect, useMemo, useRef } from 'react'
import uPlot, { type AlignedData, type Options } from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { MarkerLine } from './marker-line.js'
import { placeLabels, type Marker } from './marker.js'
import { TimeAxis } from './bar-chart.js'
import { useWidth } from './use-width.js'
import styles from './line-plot.module.css'

/** One line. Null is a gap: nothing was measured, which is not 0. */
export interface LineSeries {
  name: string
  values: readonly (number | null)[]
  /** A colour of the design, such as `--viz-1`. */
  color: `--${string}`
  isDashed?: boolean
}

export interface LineChartProps {
  /** Instants of the values, Unix milliseconds, ascending. */
  times: readonly number[]
  series: readonly LineSeries[]
  /** What is to be seen, in a sentence. */
  label: string
  /** A value with its unit. */
  format(value: number): string
  markers?: readonly Marker[]
  /** Pixels. */
  height?: number
  /** Somebody chose a range with the pointer, Unix milliseconds. */
  onChoose?: (startMs: number, endMs: number) => void
}

/** The chart itself: uPlot draws the lines, the design's elements the axes and the markers. */
export function LinePlot({ times, series, label, format, markers = [], height = 120, onChoose }: LineChartProps) {
  const [box, width] = useWidth<HTMLDivElement>()
  const plotElement = useRef<HTMLDivElement>(null)
  const [startMs = 0, endMs = 1] = [times[0], times.at(-1)]
  const top = useMemo(() => Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))), [series])
  const choose = useRef(onChoose)
  choose.current = onChoose
  useEffect(() => {
    const element = plotElement.current
    if (!element || width === 0) return undefined
    const plot = new uPlot(
      createOptions({ element, series, width, height, top, choose }),
      toData(times, series),
      element,
    )
    return () => {
      plot.destroy()
    }
  }, [times, series, width, height, top])
  return (
    <figure className="chart" style={{ '--h': `${height}px` }}>
      <span className="g base" style={{ top: '100%' }} />
      <span className="y" style={{ top: '100%' }}>
        {format(0)}
      </span>
      <span className="g" style={{ top: '0%' }} />
      <span className="y" style={{ top: '0%' }}>
        {format(top)}
      </span>
      <div ref={box} className={styles['box']} role="img" aria-label={label}>
        <div ref={plotElement} />
      </div>
      {width > 0 &&
        placeLabels(markers, { startMs, endMs, width }).map((marker) => <MarkerLine key={marker.id} marker={marker} />)}
      <TimeAxis startMs={startMs} endMs={endMs} width={width} />
    </figure>
  )
}

function toData(times: readonly number[], series: readonly LineSeries[]): AlignedData {
  return [times.map((at) => at / 1_000), ...series.map(({ values }) => [...values])]
}

interface PlotParts {
  element: HTMLElement
  series: readonly LineSeries[]
  width: number
  height: number
  top: number
  choose: { current: LineChartProps['onChoose'] }
}

function createOptions({ element, series, width, height, top, choose }: PlotParts): Options {
  const style = getComputedStyle(element)
  return {
    width,
    height,
    padding: [0, 0, 0, 0],
    legend: { show: false },
    axes: [{ show: false }, { show: false }],
    cursor: { y: false, sync: { key: 'page' }, drag: { x: true, y: false, setScale: false }, points: { size: 6 } },
    scales: { x: { time: true }, y: { range: [0, top === 0 ? 1 : top] } },
    hooks: {
      setSelect: [
        (plot) => {
          if (plot.select.width < 6) return
          const [from, to] = [
            plot.posToVal(plot.select.left, 'x'),
            plot.posToVal(plot.select.left + plot.select.width, 'x'),
          ]
          choose.current?.(from * 1_000, to * 1_000)
        },
      ],
    },
    series: [
      {},
      ...series.map(({ name, color, isDashed }) => ({
        label: name,
        stroke: style.getPropertyValue(color),
        width: 1.6,
        points: { show: false },
        ...(isDashed === true && { dash: [5, 4] }),
      })),
    ],
  }
}
