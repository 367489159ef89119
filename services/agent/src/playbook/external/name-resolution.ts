import { listWords } from '../../wording/count-things.js'
import type { Scene } from '../scene/scene.js'
import { shareMatching, messageSignals } from './message-signals.js'
import { findMachine } from './find-concentration.js'
import type { ExternalCause } from './signature.js'

/** Phrases for a name that the resolver doesn't know. */
export const unknownName = /no such host|enotfound|servfail|nxdomain|could not resolve|unknown ?host/
/** Phrases for trouble of the resolver itself as well. */
const says = new RegExp(
  `${unknownName.source}|name resol\\w+|getaddrinfo|eai_again|temporary failure in name|lookup [\\w.-].{0,300}(:53|misbehaving|timeout)|zero addresses`,
  'i',
)
const nameOf = /(?:lookup|ENOTFOUND|resolve(?: host)?:?|host:?|for|EAI_AGAIN) ["']?([a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi

/**
 * Name resolution failed: for several names in several services, or according to the resolver. A single name may be a
 * typo.
 */
export function findNameResolution(scene: Scene): ExternalCause | undefined {
  const { matching, services } = shareMatching(scene, says)
  const names = new Set(matching.flatMap(({ text }) => [...text.matchAll(nameOf)].map(([, name = '']) => name)))
  const resolver = messageSignals(scene).some(({ service }) => /dns|resolver|bind|unbound/i.test(service))
  const own = [...services].filter((service) => !scene.infrastructure.has(service))
  if (matching.length === 0 || (names.size < 2 && !(resolver && own.length > 1))) return undefined
  const machine = findMachine(scene)
  return {
    name: 'name-resolution',
    sentence: `DNS lookups started failing on ${listWords(own)}${machine === undefined ? '' : `, and only on ${machine}`}`,
    weight: 2.4 + (resolver ? 1 : 0) + (own.length > 1 ? 0.6 : 0),
    // A resolver that answers all machines but one isn't what failed.
    ...(machine === undefined
      ? { remediation: 'escalate-upstream', on: 'the DNS resolver' }
      : { remediation: 'reschedule', on: machine }),
    changeId: null,
    evidence: matching.map(({ evidence }) => evidence),
  }
}
