import { useEffect, useMemo, useRef, type RefObject } from 'react'
import uPlot, { type AlignedData, type Options } from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { MarkerLine } from './marker-line.js'
import { placeLabels, type Marker } from './marker.js'
import { niceMax } from './scale.js'
import { TimeAxis } from './bar-chart.js'
import { useWidth } from './use-width.js'
import styles from './line-plot.module.css'

/** One line. Null is a gap: not measured, which is not 0. */
export interface LineSeries {
  name: string
  values: readonly (number | null)[]
  /** A theme color such as `--viz-1`. */
  color: `--${string}`
  isDashed?: boolean
}

/** A limit that the values are compared with, and when they violated it. */
export interface Threshold {
  value: number
  /** `fires above 5`. */
  text: string
  tone: 'bad' | 'warn'
  /** The shaded period, in Unix milliseconds. */
  fromMs: number
  toMs: number
}

export interface LineChartProps {
  /** Times of the values in ascending Unix milliseconds. */
  times: readonly number[]
  series: readonly LineSeries[]
  /** Describes the chart in a sentence. */
  label: string
  /** Formats a value with its unit. */
  format(value: number): string
  /** Minimum upper end of the scale; by default, the scale follows the values. */
  most?: number
  markers?: readonly Marker[]
  threshold?: Threshold
  /** Pixels. */
  height?: number
  /** Called with a range selected with the pointer, in Unix milliseconds. */
  onChoose?: (startMs: number, endMs: number) => void
}

/** Draws the lines with uPlot, and the axes and markers with HTML elements. */
export function LinePlot(props: LineChartProps) {
  const { times, series, label, format, most = 0, markers = [], threshold, height = 120, onChoose } = props
  const [box, width] = useWidth<HTMLDivElement>()
  const plotElement = useRef<HTMLDivElement>(null)
  const [startMs = 0, endMs = 1] = [times[0], times.at(-1)]
  const top = useMemo(
    () => Math.max(most, niceMax(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))), 0)),
    [series, most],
  )
  usePlot({ element: plotElement, times, series, width, height, top, onChoose })
  return (
    <figure className="chart" style={{ '--h': `${height}px` }}>
      <span className="g base" style={{ top: '100%' }} />
      <span className="y" style={{ top: '100%' }}>
        {format(0)}
      </span>
      <span className="g" style={{ top: '0%' }} />
      {top > 0 && (
        <span className="y" style={{ top: '0%' }}>
          {format(top)}
        </span>
      )}
      {threshold && <ThresholdLine {...{ threshold, top, startMs, endMs }} />}
      <div ref={box} className={styles['box']} role="img" aria-label={label}>
        <div ref={plotElement} />
      </div>
      {width > 0 &&
        placeLabels(markers, { startMs, endMs, width }).map((marker) => <MarkerLine key={marker.id} marker={marker} />)}
      <TimeAxis startMs={startMs} endMs={endMs} width={width} />
    </figure>
  )
}

interface ThresholdLineProps {
  threshold: Threshold
  top: number
  startMs: number
  endMs: number
}

/** The threshold as a dashed line, over the shaded period. */
function ThresholdLine({ threshold, top, startMs, endMs }: ThresholdLineProps) {
  const { value, text, tone, fromMs, toMs } = threshold
  const shareOf = (at: number) => Math.min(1, Math.max(0, (at - startMs) / Math.max(1, endMs - startMs)))
  const [from, to] = [shareOf(fromMs), shareOf(toMs)]
  return (
    <>
      <span
        className={`${styles['violated'] ?? ''} ${styles[tone] ?? ''}`}
        style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }}
      />
      {value >= 0 && value <= top && top > 0 && (
        <span
          className={`${styles['threshold'] ?? ''} ${styles[tone] ?? ''}`}
          style={{ top: `${(1 - value / top) * 100}%` }}
        >
          <span>{text}</span>
        </span>
      )}
    </>
  )
}

function toData(times: readonly number[], series: readonly LineSeries[]): AlignedData {
  return [times.map((at) => at / 1_000), ...series.map(({ values }) => [...values])]
}

interface PlotParts extends Pick<LineChartProps, 'times' | 'series'> {
  onChoose: LineChartProps['onChoose']
  element: RefObject<HTMLElement | null>
  width: number
  height: number
  /** The highest value. */
  top: number
}

/** Draws with uPlot. New values are set on the existing plot; only other lines or another size create a new one. */
function usePlot(parts: PlotParts): void {
  const { element, times, series, width, height } = parts
  const newest = useRef(parts)
  newest.current = parts
  const plot = useRef<uPlot>(undefined)
  const looks = series.map(({ name, color, isDashed = false }) => `${name} ${color} ${isDashed}`).join('\n')
  useEffect(() => {
    const target = element.current
    if (!target || width === 0) return undefined
    const drawn = new uPlot(
      createOptions(target, { width, height, newest }),
      toData(newest.current.times, newest.current.series),
      target,
    )
    plot.current = drawn
    const themes = new MutationObserver(() => {
      drawn.redraw()
    })
    themes.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    return () => {
      themes.disconnect()
      drawn.destroy()
      plot.current = undefined
    }
  }, [element, looks, width, height])
  useEffect(() => {
    plot.current?.setData(toData(times, series))
  }, [times, series])
}

function createOptions(
  element: HTMLElement,
  { width, height, newest }: { width: number; height: number; newest: { readonly current: PlotParts } },
): Options {
  const style = getComputedStyle(element)
  return {
    width,
    height,
    padding: [0, 0, 0, 0],
    legend: { show: false },
    axes: [{ show: false }, { show: false }],
    cursor: { y: false, sync: { key: 'page' }, drag: { x: true, y: false, setScale: false }, points: { size: 6 } },
    scales: { x: { time: true }, y: { range: () => [0, newest.current.top === 0 ? 1 : newest.current.top] } },
    hooks: {
      setSelect: [
        (plot) => {
          if (plot.select.width < 6) return
          const [from, to] = [
            plot.posToVal(plot.select.left, 'x'),
            plot.posToVal(plot.select.left + plot.select.width, 'x'),
          ]
          newest.current.onChoose?.(from * 1_000, to * 1_000)
        },
      ],
    },
    series: [
      {},
      ...newest.current.series.map(({ name, color, isDashed }) => ({
        label: name,
        // Read at each drawing because it depends on the theme.
        stroke: () => style.getPropertyValue(color),
        width: 1.6,
        points: {
          show: false,
          size: 4,
          fill: () => style.getPropertyValue(color),
          filter: (plot: uPlot, index: number) => findAlone(plot.data[index] ?? []),
        },
        ...(isDashed === true && { dash: [5, 4] }),
      })),
    ],
  }
}

/** Indexes of isolated values between gaps, which no line crosses. */
function findAlone(values: ArrayLike<number | null | undefined>): number[] {
  const isGap = (index: number) => values[index] === null || values[index] === undefined
  return Array.from(values, (_, index) => index).filter(
    (index) => !isGap(index) && isGap(index - 1) && isGap(index + 1),
  )
}
