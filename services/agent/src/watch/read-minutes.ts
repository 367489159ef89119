import { minuteMs, parseTimestamp, type MetricSample, type ServicesResponse } from '@signalbox/contracts'
import type { TimeWindow } from '../investigation/time-window.js'
import type { MinuteReading } from './readings.js'

/** A service's minutes in a window; minutes without data are zero. */
export function readMinutes(answer: ServicesResponse, service: string, window: TimeWindow): MinuteReading[] {
  const points = answer.services.find((each) => each.service === service)?.points ?? []
  const byMinute = new Map(points.map((point) => [parseTimestamp(point.timestamp), point]))
  const count = Math.max(0, Math.floor((window.end - window.start) / minuteMs))
  return Array.from({ length: count }, (_, index) => {
    const at = window.start + index * minuteMs
    const point = byMinute.get(at)
    return {
      at,
      // The sampled counts, not the extrapolated ones: multiplying a sample doesn't make it more certain.
      requests: (point?.requests ?? 0) / answer.one_in_traces,
      failed: (point?.errors ?? 0) / answer.one_in_traces,
      errorEvents: point?.error_events ?? 0,
      p95Ms: point?.p95_ms ?? null,
      restarts: 0,
    }
  })
}

/** Adds the per-minute increase of the restart counters. A counter that falls has restarted from zero. */
export function addRestarts(minutes: readonly MinuteReading[], samples: readonly MetricSample[]): MinuteReading[] {
  const gained = new Map<number, number>()
  for (const series of groupByPod(samples)) {
    let last: number | undefined
    for (const { at, value } of series) {
      const rise = last === undefined ? 0 : value >= last ? value - last : value
      const minute = Math.floor(at / minuteMs) * minuteMs
      if (rise > 0) gained.set(minute, (gained.get(minute) ?? 0) + rise)
      last = value
    }
  }
  return minutes.map((minute) => ({ ...minute, restarts: gained.get(minute.at) ?? 0 }))
}

function groupByPod(samples: readonly MetricSample[]): { at: number; value: number }[][] {
  const byPod = new Map<string, { at: number; value: number }[]>()
  for (const { cluster, namespace, pod, timestamp, value } of samples) {
    const key = JSON.stringify([cluster, namespace, pod])
    byPod.set(key, [...(byPod.get(key) ?? []), { at: parseTimestamp(timestamp) ?? 0, value }])
  }
  return [...byPod.values()].map((series) => series.sort((a, b) => a.at - b.at))
}
