import { createHistogram } from 'node:perf_hooks'
import { Gauge, type Registry } from 'prom-client'

/** Milliseconds between samples. */
const pauses = { busyMs: 100, idleMs: 1_000 }
/** Share of the time that a busy event loop works. */
const busyShare = 0.05

/** Samples how late the event loop runs timers. */
export interface EventLoopLag {
  /** Samples often from now on, for as long as the loop is busy. */
  noteWork(): void
}

/**
 * Exports how late the event loop ran timers since the last scrape, replacing the client library's metrics of the same names. Its monitor
 * would wake an idle process for every sample; this one samples a busy loop ten times a second and an idle one once.
 */
export function measureEventLoopLag(registry: Registry): EventLoopLag {
  const lags = createHistogram()
  exportLags(registry, lags)
  let isBusy = true
  let used = performance.eventLoopUtilization()
  let dueAt: number
  let timer: NodeJS.Timeout | undefined
  const lookAgain = () => {
    const pauseMs = isBusy ? pauses.busyMs : pauses.idleMs
    dueAt = performance.now() + pauseMs
    timer = setTimeout(look, pauseMs).unref()
  }
  const look = () => {
    lags.record(Math.max(Math.round((performance.now() - dueAt) * 1e6), 1))
    const usedNow = performance.eventLoopUtilization()
    isBusy = performance.eventLoopUtilization(usedNow, used).utilization > busyShare
    used = usedNow
    lookAgain()
  }
  lookAgain()
  return {
    noteWork: () => {
      if (isBusy) return
      isBusy = true
      clearTimeout(timer)
      lookAgain()
    },
  }
}

/** Exports the recorded nanoseconds in seconds. */
function exportLags(registry: Registry, lags: ReturnType<typeof createHistogram>): void {
  const add = (name: string, help: string, collect = () => undefined) => {
    registry.removeSingleMetric(name)
    return new Gauge({ name, help, registers: [registry], collect })
  }
  // The first metric of a scrape sets all of them.
  const min = add('nodejs_eventloop_lag_min_seconds', 'The minimum recorded event loop delay.', () => {
    const wasSampled = lags.count > 0
    min.set(wasSampled ? lags.min / 1e9 : 0)
    max.set(lags.max / 1e9)
    mean.set(wasSampled ? lags.mean / 1e9 : 0)
    stddev.set(wasSampled ? lags.stddev / 1e9 : 0)
    for (const { gauge, percent } of percentiles) gauge.set(lags.percentile(percent) / 1e9)
    lags.reset()
  })
  const max = add('nodejs_eventloop_lag_max_seconds', 'The maximum recorded event loop delay.')
  const mean = add('nodejs_eventloop_lag_mean_seconds', 'The mean of the recorded event loop delays.')
  const stddev = add('nodejs_eventloop_lag_stddev_seconds', 'The standard deviation of the recorded event loop delays.')
  const percentiles = [50, 90, 99].map((percent) => ({
    percent,
    gauge: add(
      `nodejs_eventloop_lag_p${percent}_seconds`,
      `The ${percent}th percentile of the recorded event loop delays.`,
    ),
  }))
}
