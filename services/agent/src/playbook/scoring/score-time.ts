import type { Scene } from '../scene/scene.js'
import type { Signal } from '../signals/signal.js'
import type { ScorePart } from './hypothesis.js'
import { weights } from './weights.js'

/** Series have a point a minute, and a deployment is announced when it is through: what is so near is at the same time. */
const toleranceMs = 90_000

/** How well the time from which a change counted fits what departed, and when. */
export function scoreTime(scene: Scene, since: number): ScorePart {
  const { signals } = scene
  const { time } = weights
  const before = signals.filter(({ at }) => at < since - toleranceMs)
  const next = signals.find(({ at }) => at >= since - toleranceMs)
  const early = before.find((signal) => isOfIncident(scene, signal))
  if (early) {
    return {
      name: 'time',
      score: time.afterOnset,
      reason: `came after the trouble began (${early.service}: ${early.what})`,
    }
  }
  const share = signals.length === 0 ? 0 : before.length / signals.length
  const penalty = time.signalsBefore * Math.min(1, 2 * share)
  if (!next)
    return { name: 'time', score: time.nothingAfter + penalty, reason: 'took effect when nothing departed any more' }
  const minutes = Math.max(0, (next.at - since) / 60_000)
  const lag = time.lags.find((step) => minutes <= step.minutes)?.weight ?? 0
  return {
    name: 'time',
    score: lag + penalty,
    reason: `took effect ${Math.round(minutes)} min before ${next.service} departed`,
  }
}

/** How much is asked changes by the hour: it belongs to the trouble only when it changed so many times over. */
const trafficRatioMin = 2

/** Whether a signal that came early belongs to the trouble without doubt: the alerting service shows it. */
function isOfIncident({ alerting }: Scene, { service, source, kinds, ratio }: Signal): boolean {
  const isTraffic = source === 'metric' && kinds.every((kind) => kind === 'surge' || kind === 'less-work')
  return service === alerting && (!isTraffic || ratio >= trafficRatioMin)
}
