import bowser from 'bowser'
import { isbot } from 'isbot'

/** Longer ones are not user agents; nothing searches through more. */
const agentLengthMax = 1_024

/** What SDKs and the libraries they send with call themselves, and probes of load balancers and clusters. */
const neverCrawlers =
  /^(?:sentry|raven|opentelemetry|otel|node|undici|axios|okhttp|go-http-client|python|aiohttp|httpx|java|apache-httpclient|ktor|dart|ruby|faraday|guzzle|php|curl|wget|reqwest|hyper|dotnet|cfnetwork|darwin|kube-probe|elb-healthchecker|googlehc|consul|amazon-route53-health|envoy|haproxy|traefik|prometheus|blackbox)|health.?check/i

/** Whether a user agent is that of a crawler; an empty one, an SDK or a health check is none. */
export function isCrawler(userAgent: string): boolean {
  const agent = userAgent.trim().slice(0, agentLengthMax)
  return agent !== '' && !neverCrawlers.test(agent) && isbot(agent)
}

/** First versions of browsers that are not legacy. Of those that are not named here none is. */
const firstModern: Readonly<Record<string, number>> = {
  'Internet Explorer': Number.POSITIVE_INFINITY,
  'Microsoft Edge': 79,
  Safari: 12,
  Opera: 15,
  'Opera Mini': Number.POSITIVE_INFINITY,
  'Android Browser': 5,
  Chrome: 63,
  Firefox: 67,
}

const presto = /\bPresto\//

/** Whether a user agent is that of a browser that is no longer maintained. */
export function isLegacyBrowser(userAgent: string): boolean {
  const agent = userAgent.trim().slice(0, agentLengthMax)
  if (agent === '') return false
  if (presto.test(agent)) return true
  const { name = '', version = '' } = bowser.parse(agent).browser
  const major = Number.parseInt(version, 10)
  return Object.hasOwn(firstModern, name) && major < (firstModern[name] ?? 0)
}
