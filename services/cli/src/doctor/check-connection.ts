import { connect as connectTls } from 'node:tls'
import { explainConnection } from '@signalbox/api-client'
import { dayMs, createValidator, Problem, readSystem, type Static } from '@signalbox/contracts'
import { explainFailure, fail, ok, warn, type Finding } from './finding.js'

type System = Static<(typeof readSystem)['response']>

/** Which installation to check. */
export interface Target {
  url: string
  apiKey: string
}

/** Result of the first request to the installation. */
export interface Reached {
  findings: Finding[]
  /** Undefined if the request failed: no other check is possible then. */
  system: System | undefined
}

const timeoutMs = 10_000
const clockDifferenceWarnMs = 5_000
const clockDifferenceFailMs = 60_000
const certificateDaysWarn = 14
const validateProblem = createValidator(Problem)

/** Checks the URL and queries the installation's state: reachability, key, clock skew and limits. */
export async function checkConnection({ url, apiKey }: Target, clock: () => number): Promise<Reached> {
  const startedAt = clock()
  const answer = await ask(`${url}${readSystem.path}`, apiKey, url)
  if (typeof answer === 'string') {
    const advice = 'Start Signalbox, or specify its address with --url or SIGNALBOX_URL.'
    return { findings: [fail('reachable', answer, advice)], system: undefined }
  }
  const { status, headers, body } = answer
  if (status !== 200) return { findings: [explainRefusal(status, body)], system: undefined }
  const system = body as System
  const findings = [
    ok('reachable', `${url} responded in ${clock() - startedAt} ms`),
    ok('version', system.version),
    compareClocks(headers.get('date'), clock()),
    checkLimits(headers),
  ]
  return { findings, system }
}

interface HttpResponse {
  status: number
  headers: Headers
  body: unknown
}

async function ask(address: string, apiKey: string, url: string): Promise<HttpResponse | string> {
  try {
    const res = await fetch(address, {
      headers: { authorization: `Bearer ${apiKey}`, accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await res.text()
    return { status: res.status, headers: res.headers, body: text.startsWith('{') ? JSON.parse(text) : undefined }
  } catch (error) {
    return explainConnection(error, url, timeoutMs)
  }
}

function explainRefusal(status: number, body: unknown): Finding {
  const problem = validateProblem(body)
  if (!problem.ok) {
    return fail(
      'reachable',
      `another server responded with status ${status}`,
      'Specify the address of Signalbox with --url.',
    )
  }
  const detail = `${problem.value.detail ?? problem.value.title} (${status})`
  if (status === 401) {
    const advice = 'Check SIGNALBOX_API_KEY and --api-key, or create a key with signalbox api-keys create --data-dir.'
    return fail('key', 'the API key was rejected (401)', advice)
  }
  if (status === 403) return fail('key', detail, 'Use a key with the scope telemetry:read.')
  return fail('reachable', detail, 'Check the log of Signalbox, and /readyz on its admin port.')
}

function compareClocks(date: string | null, now: number): Finding {
  const differenceMs = date === null ? NaN : now - Date.parse(date)
  if (Number.isNaN(differenceMs)) return warn('clock', 'the response has no date', 'Compare the clocks manually.')
  const seconds = Math.round(Math.abs(differenceMs) / 1_000)
  const detail = `${seconds} s ${differenceMs < 0 ? 'behind' : 'ahead of'} the installation`
  const advice = 'Synchronize both clocks with NTP: event times, signatures and sign-in codes depend on them.'
  if (Math.abs(differenceMs) >= clockDifferenceFailMs) return fail('clock', detail, advice)
  if (Math.abs(differenceMs) >= clockDifferenceWarnMs) return warn('clock', detail, advice)
  return ok('clock', 'within 5 s of the installation')
}

function checkLimits(headers: Headers): Finding {
  const limit = Number(headers.get('x-ratelimit-limit') ?? NaN)
  const left = Number(headers.get('x-ratelimit-remaining') ?? NaN)
  if (Number.isNaN(limit + left)) return ok('limits', 'not reported')
  const detail = `${left} of ${limit} requests per minute left for this key`
  if (left * 10 >= limit) return ok('limits', detail)
  return warn('limits', detail, "Raise the key's query_limit_per_minute, or use a separate key per program.")
}

/** Checks whether the connection is encrypted, and when the certificate expires. */
export async function checkTls(url: string, now: number): Promise<Finding> {
  const { protocol, hostname, port } = new URL(url)
  const isLocal = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  if (protocol !== 'https:') {
    if (isLocal) return ok('tls', 'not needed on the same machine')
    return warn(
      'tls',
      'keys and telemetry are sent unencrypted',
      'Put a TLS proxy in front of Signalbox, and use https://.',
    )
  }
  try {
    const validTo = await readExpiry(hostname, Number(port || '443'))
    const days = Math.floor((validTo - now) / dayMs)
    const detail = `the certificate is valid for ${days} days`
    return days >= certificateDaysWarn ? ok('tls', detail) : warn('tls', detail, 'Renew it.')
  } catch (error) {
    const advice = 'Renew the certificate, or set NODE_EXTRA_CA_CERTS to its certificate authority.'
    return fail('tls', explainFailure(error), advice)
  }
}

/** @returns Unix milliseconds. @throws Error if the certificate is not trusted. */
function readExpiry(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host, port, servername: host, timeout: timeoutMs }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to))
      socket.end()
    })
    socket.once('error', reject)
    socket.once('timeout', () => {
      socket.destroy(new Error('request timed out'))
    })
  })
}
