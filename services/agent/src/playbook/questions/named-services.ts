import type { FactPack } from '../../facts/fact-pack.js'
import { placeOfName } from '../../facts/read-alert.js'

/**
 * Services that a question names, either directly or as the prefix of a pod name: `web` in `is pod web-7d9f leaking?`.
 */
export function namedServices(question: string, { services, alert }: FactPack): string[] {
  const named = services.filter((name) => placeOfName(question, name) !== -1)
  // `cart-worker` doesn't mention `cart`.
  const longest = named.filter((name) => !named.some((other) => other !== name && other.includes(name)))
  return longest.length > 0 || alert.service === null ? longest : [alert.service]
}
