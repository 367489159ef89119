import { lazy, Suspense } from 'react'
import type { LineChartProps } from './line-plot.js'

const LinePlot = lazy(async () => ({ default: (await import('./line-plot.js')).LinePlot }))

/** Values over time as lines. uPlot is loaded with the first chart that needs it; the place is kept until then. */
export function LineChart(props: LineChartProps) {
  const { height = 120 } = props
  return (
    <Suspense fallback={<div style={{ height: height + 44 }} />}>
      <LinePlot {...props} />
    </Suspense>
  )
}
