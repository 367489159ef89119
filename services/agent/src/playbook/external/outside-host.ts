import type { Scene } from '../scene/scene.js'
import { quote, messageSignals } from './message-signals.js'
import type { ExternalCause } from './signature.js'

const host = /(?:https?:\/\/)?((?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|cloud|co|app|ai|eu|de|uk|us|biz|info))\b/i
const provider = /\b(provider|vendor|third[- ]party|external (api|service)|acquirer|acquiring|carrier|psp)\b/i
const trouble =
  /\b(50[0234]|429)\b|bad gateway|unavailable|time[d]?[ -]?out|took \d|slow|reset|refused|maintenance|degraded|elevated|latency|deadline/i
const shareMin = 0.3

/** Errors name a host that isn't ours and that fails to respond properly. */
export function findOutsideHost(scene: Scene): ExternalCause | undefined {
  const spoken = messageSignals(scene)
  const own = new Set(scene.facts.services)
  const matching = spoken.filter(
    ({ text, source }) =>
      (trouble.test(text) || source === 'span') &&
      ((host.test(text) && !isOwn(text, own)) || provider.test(withoutNames(text, own))),
  )
  const lines = (signals: readonly { count: number }[]) =>
    signals.reduce((sum, { count }) => sum + Math.max(1, count), 0)
  const share = spoken.length === 0 ? 0 : lines(matching) / lines(spoken)
  if (share < shareMin) return undefined
  const named = matching.find(({ text }) => host.test(text))
  const who = (named && host.exec(named.text)?.[1]) ?? 'a provider'
  return {
    name: 'outside-host',
    sentence: `${who} returns errors: ${quote(matching[0]?.text ?? '')}`,
    weight: (named ? 2 : 1.4) + Math.min(0.8, share),
    remediation: 'escalate-upstream',
    ...(named && { on: who }),
    changeId: null,
    evidence: matching.map(({ evidence }) => evidence),
  }
}

function isOwn(text: string, own: ReadonlySet<string>): boolean {
  const name = host.exec(text)?.[1]?.split('.')[0] ?? ''
  return own.has(name)
}

function withoutNames(text: string, own: ReadonlySet<string>): string {
  return [...own].reduce((rest, name) => rest.replaceAll(name, ''), text)
}
