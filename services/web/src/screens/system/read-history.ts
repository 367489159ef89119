import type { SystemSample } from '@signalbox/contracts'
import { minuteMs } from '../../parts/time/format-time.js'

/** One value per minute; null if nothing was recorded, for example while the control plane was down. */
export interface History {
  times: readonly number[]
  values: readonly (number | null)[]
}

/** A day's samples as a line with gaps. */
export function readHistory(
  samples: readonly SystemSample[],
  valueOf: (sample: SystemSample) => number | null,
): History {
  const known = new Map(samples.map((sample) => [Date.parse(sample.at), valueOf(sample)]))
  const [first, last] = [Math.min(...known.keys()), Math.max(...known.keys())]
  const count = known.size === 0 ? 0 : Math.round((last - first) / minuteMs) + 1
  const times = Array.from({ length: count }, (_, index) => first + index * minuteMs)
  return { times, values: times.map((at) => known.get(at) ?? null) }
}
