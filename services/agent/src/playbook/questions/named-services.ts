import type { FactPack } from '../../facts/fact-pack.js'
import { placeOfName } from '../../facts/read-alert.js'
import { splitWords } from '../text/words.js'

/** Words of service names that don't tell one service from others. */
const ordinary =
  /^(api|app|service|server|client|worker|gateway|proxy|main|core|data|base|prod|test|deploy\w*|release\w*|error\w*|request\w*|database|cache|queue|store|time|memory|version|change\w*|status|health|check|alert|load|user|users|order|orders)$/

/**
 * Services that a question names: directly, as the prefix of a pod name (`web` in `is pod web-7d9f leaking?`), or by a
 * word that only one of them has (`redis` for `redis-quote`).
 */
export function namedServices(question: string, { services, alert }: FactPack): string[] {
  const named = services.filter((name) => placeOfName(question, name) !== -1)
  // `cart-worker` doesn't mention `cart`.
  const longest = named.filter((name) => !named.some((other) => other !== name && other.includes(name)))
  if (longest.length > 0) return longest
  return alert.service === null ? servicesByWord(question, services) : [alert.service]
}

function servicesByWord(question: string, services: readonly string[]): string[] {
  const asked = new Set(splitWords(question).filter((word) => word.length > 3 && !ordinary.test(word)))
  const found = services.filter((service) => splitWords(service).some((word) => asked.has(word)))
  return found.length === 1 ? found : []
}
