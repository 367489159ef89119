import bowser from 'bowser'
import { isbot } from 'isbot'

/** Longer texts are not treated as user agents, which bounds the search. */
const agentLengthMax = 1_024

/** User agents of SDKs, their HTTP libraries, and health probes of load balancers and clusters. */
const neverCrawlers =
  /^(?:sentry|raven|opentelemetry|otel|node|undici|axios|okhttp|go-http-client|python|aiohttp|httpx|java|apache-httpclient|ktor|dart|ruby|faraday|guzzle|php|curl|wget|reqwest|hyper|dotnet|cfnetwork|darwin|kube-probe|elb-healthchecker|googlehc|consul|amazon-route53-health|envoy|haproxy|traefik|prometheus|blackbox)|health.?check/i

/** True if a user agent is a crawler's. Empty ones, SDKs and health checks are not. */
export function isCrawler(userAgent: string): boolean {
  const agent = userAgent.trim().slice(0, agentLengthMax)
  return agent !== '' && !neverCrawlers.test(agent) && isbot(agent)
}

/** First non-legacy version of each browser. Browsers not listed are never legacy. */
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

/** True if a user agent belongs to a browser version that is no longer maintained. */
export function isLegacyBrowser(userAgent: string): boolean {
  const agent = userAgent.trim().slice(0, agentLengthMax)
  if (agent === '') return false
  if (presto.test(agent)) return true
  const { name = '', version = '' } = bowser.parse(agent).browser
  const major = Number.parseInt(version, 10)
  return Object.hasOwn(firstModern, name) && major < (firstModern[name] ?? 0)
}
