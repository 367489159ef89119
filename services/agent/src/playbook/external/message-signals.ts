import { shorten } from '../text/shorten.js'
import type { Scene } from '../scene/scene.js'
import type { Signal } from '../signals/signal.js'

/** Messages from what broke: new warnings, errors and failing spans. */
export function messageSignals({ signals }: Scene): Signal[] {
  return signals.filter(({ source, bad }) => bad && source !== 'metric')
}

/** Matching lines and events, and their share of all messages. */
export function shareMatching(
  scene: Scene,
  pattern: RegExp,
): { matching: Signal[]; share: number; services: Set<string> } {
  const spoken = messageSignals(scene)
  const matching = spoken.filter(({ text }) => pattern.test(text))
  const sum = (signals: readonly Signal[]) => signals.reduce((total, { count }) => total + Math.max(1, count), 0)
  return {
    matching,
    share: spoken.length === 0 ? 0 : sum(matching) / sum(spoken),
    services: new Set(matching.map(({ service }) => service)),
  }
}

const leadMax = 60

/** Like `quote`, but begins near the telling part if that is far into the message. */
export function quoteFrom(text: string, pattern: RegExp): string {
  const at = text.search(pattern)
  if (at <= leadMax) return quote(text)
  const start = text.lastIndexOf(' ', at - leadMax / 2) + 1
  return quote(`…${text.slice(start === 0 ? at : start)}`)
}

/** A message as quoted in sentences, truncated if long. */
export function quote(text: string): string {
  return `"${shorten(text.replaceAll('"', "'"))}"`
}
