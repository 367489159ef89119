import type { Alert } from '@signalbox/contracts'
import { useMemo } from 'react'
import { toneOfSeverity } from '../../parts/alert/alert-words.js'
import { LineChart } from '../../parts/chart/line-chart.js'
import { headroom, niceMax } from '../../parts/chart/scale.js'
import { useDeploymentMarkers } from '../../parts/deployment/use-markers.js'
import { countOf } from '../../parts/numbers/format-number.js'
import { formatDuration } from '../../parts/time/format-time.js'
import type { Measured } from './use-measured.js'

/** What the rule measured around the alert, with its threshold and the time it was open. */
export function MeasuredChart({ alert, measured }: { alert: Alert; measured: Measured }) {
  const { what, windowMs, times, values, format } = measured
  const [startMs = 0, endMs = 0] = [times[0], times.at(-1)]
  const markers = useDeploymentMarkers({ startMs, endMs }, alert.project_id ?? undefined)
  const series = useMemo(() => [{ name: what, values, color: '--viz-1' as const }], [what, values])
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return null
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const rule = `fires ${alert.is} ${format(alert.threshold)}`
  return (
    <section className="card" aria-label="Measured">
      <header>
        <h2>{what}</h2>
        <span className="small t3">over {formatDuration(windowMs)} each</span>
      </header>
      <div className="pad">
        <LineChart
          {...{ times, series, format, markers }}
          height={180}
          most={niceMax(Math.max(most, alert.threshold, 0) * headroom, 0)}
          threshold={{
            value: alert.threshold,
            text: rule,
            tone: toneOfSeverity(alert),
            fromMs: Date.parse(alert.began_at),
            toMs: alert.resolved_at === null ? endMs : Date.parse(alert.resolved_at),
          }}
          label={`${what}: from ${format(least)} to ${format(most)}; ${rule}; ${countOf(markers.length, 'deployment')} in the range.`}
        />
      </div>
    </section>
  )
}
