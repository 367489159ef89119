import { lazy, Suspense } from 'react'
import type { LineChartProps } from './line-plot.js'

const LinePlot = lazy(async () => ({ default: (await import('./line-plot.js')).LinePlot }))

/** A line chart. uPlot is loaded with the first one; its space is reserved until then. */
export function LineChart(props: LineChartProps) {
  const { height = 120 } = props
  return (
    <Suspense fallback={<div style={{ height: height + 44 }} />}>
      <LinePlot {...props} />
    </Suspense>
  )
}
