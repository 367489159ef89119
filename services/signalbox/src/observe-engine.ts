import type { Log, Metrics } from '@signalbox/service-kit'
import type { EngineEvent } from '@signalbox/telemetry-store'

/** Reports lifecycle events of the embedded engine's process as metrics and logs. */
export function observeEngine({ metrics, log }: { metrics: Metrics; log: Log }): (event: EngineEvent) => void {
  const ends = metrics.counter(
    'signalbox_engine_ends_total',
    'Exits of the embedded engine; it is restarted after each',
    ['reason'],
  )
  return (event) => {
    if (event.type === 'opened') {
      log.info({ pid: event.pid, tookMs: Math.round(event.tookMs) }, 'analytics engine started')
      return
    }
    const { pid, reason, detail } = event
    if (reason === 'closed') return
    ends.inc({ reason }, 1)
    log.warn({ pid, reason, detail }, 'analytics engine exited')
  }
}
