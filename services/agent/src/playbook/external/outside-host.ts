import { minuteMs } from '@signalbox/contracts'
import { isFailureMetric } from '../departures/metric-names.js'
import type { Scene } from '../scene/scene.js'
import { asPhrase } from '../text/words.js'
import { messageSignals, quoteFrom } from './message-signals.js'
import { findNameResolution, unknownName } from './name-resolution.js'
import type { ExternalCause } from './signature.js'

/**
 * Any host of a URL that isn't internal. Elsewhere only those with a common ending: not the names of packages and classes,
 * such as `java.net.http.HttpTimeoutException`.
 */
const host =
  /(?:https?:\/\/(?=(?:[a-z0-9-]+\.)+(?!(?:local|internal|svc|lan|corp|home|localhost)\b)[a-z]{2,}\b(?![.\w]))|(?<![\w.])(?=(?:[a-z0-9-]+\.)+(?:com|net|org|io|dev|cloud|co|app|ai|eu|de|uk|us|biz|info)\b(?!\.[a-z])))((?:[a-z0-9-]+\.)+[a-z]{2,})/i
const provider = /\b(provider|vendor|third[- ]party|external (api|service)|acquirer|acquiring|carrier|psp)\b/i
const trouble =
  /\b(50[0234]|429)\b|bad gateway|unavailable|time[d]?[ -]?out|took \d|slow|reset|refused|maintenance|degraded|elevated|latency|deadline/i
/** Its name doesn't resolve: outside trouble too, unless a change of ours introduced the name. */
const unresolved = new RegExp(`${unknownName.source}|name or service not known`, 'i')
/** Minimum share of the messages; less is enough if several services name the same host. */
const shareMin = { one: 0.3, several: 0.15 }

/** How many times more calls than before explain that they are refused, and how late after the onset the rise may be. */
const moreMin = 2
const lateMsMax = 3 * minuteMs

/** Errors name a host that isn't ours and that fails to respond properly. */
export function findOutsideHost(scene: Scene): ExternalCause | undefined {
  const spoken = messageSignals(scene)
  const own = new Set(scene.facts.services)
  // Several names that don't resolve, or only on one machine, are the resolver's trouble.
  const isOneName = findNameResolution(scene) === undefined
  const matching = spoken.filter(
    ({ text, source }) =>
      (trouble.test(text) || source === 'span' || (isOneName && isUnresolved(text, scene))) &&
      ((host.test(text) && !isOwn(text, own)) || provider.test(withoutNames(text, own))),
  )
  const lines = (signals: readonly { count: number }[]) =>
    signals.reduce((sum, { count }) => sum + Math.max(1, count), 0)
  const share = spoken.length === 0 ? 0 : lines(matching) / lines(spoken)
  const named = matching.find(({ text }) => host.test(text))
  const who = (named && host.exec(named.text)?.[1]) ?? 'a provider'
  const isSeveral =
    named !== undefined && new Set(matching.flatMap((one) => (one.text.includes(who) ? [one.service] : []))).size > 1
  if (share < (isSeveral ? shareMin.several : shareMin.one)) return undefined
  if (isRefused(matching) && callsMore(scene)) return undefined
  const first = matching[0]?.text ?? ''
  return {
    name: 'outside-host',
    sentence: `calls to ${who} fail: ${quoteFrom(first, unresolved.test(first) ? unresolved : trouble)}`,
    weight: (named ? 2 : 1.4) + Math.min(0.8, share) + (isSeveral ? 0.6 : 0),
    remediation: 'escalate-upstream',
    ...(named && { on: who }),
    changeId: null,
    evidence: matching.map(({ evidence }) => evidence),
  }
}

/** True if the name of an outside host stopped resolving although no recorded change contains it. */
function isUnresolved(text: string, { facts }: Scene): boolean {
  const name = host.exec(text)?.[1]
  return name !== undefined && unresolved.test(text) && !facts.changes.some(({ diff }) => diff?.includes(name))
}

/** True if the outside mostly refuses calls because there are too many. */
function isRefused(matching: readonly { text: string; count: number }[]): boolean {
  const refused = matching.filter(({ text }) => /\b429\b|too many requests|rate[ -]?limit/i.test(text))
  const lines = (list: typeof matching) => list.reduce((sum, { count }) => sum + Math.max(1, count), 0)
  return lines(refused) > lines(matching) / 2
}

/** True if calls rose many times over with the problem: then whatever made us call more is to blame. */
function callsMore({ departures, onset }: Scene): boolean {
  return departures.some(
    ({ source, direction, name, at, levels }) =>
      source === 'metric' &&
      direction === 'up' &&
      /\b(calls?|requests?|lookups?|sent)\b/.test(asPhrase(name)) &&
      !isFailureMetric(name) &&
      at <= (onset ?? at) + lateMsMax &&
      levels !== null &&
      levels.before > 0 &&
      levels.after >= moreMin * levels.before,
  )
}

function isOwn(text: string, own: ReadonlySet<string>): boolean {
  const name = host.exec(text)?.[1]?.split('.')[0] ?? ''
  return own.has(name)
}

function withoutNames(text: string, own: ReadonlySet<string>): string {
  return [...own].reduce((rest, name) => rest.replaceAll(name, ''), text)
}
