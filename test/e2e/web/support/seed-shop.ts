import type { Project, SignalboxProcess } from '../../../support/signalbox-process.js'
import { newEventId } from '../../../support/telemetry.js'
import { eventually } from '../../../support/eventually.js'
import { shopErrors, type ShopError } from './shop-errors.js'

/** A shop whose checkout was deployed with a bug 20 minutes ago: data for every screen. */
export interface Shop {
  checkout: Project
  web: Project
  /** Id of the bad deployment. */
  deploymentId: string
}

const poolCommit = { sha: '4be91c7a52d04be91c7a52d04be91c7a52d0aaaa', message: 'Reuse one HTTP client for payments' }
const poolDiff = [
  '@@ lib/payments/pool.ts @@',
  ' export const paymentsPool = createPool(url, {',
  '-  connections: 50,',
  '+  connections: 5,',
  '   acquireTimeoutMs: 3_000,',
  '-  keepAlive: false,',
  '+  keepAlive: true,',
  ' })',
].join('\n')

/** Sends a day of errors and two deployments, and waits until all issues exist. */
export async function seedShop(signalbox: SignalboxProcess, now = Date.now()): Promise<Shop> {
  const [checkout, web] = [await signalbox.createProject('checkout'), await signalbox.createProject('shop-web')]
  const projects = { checkout, web }
  for (const error of shopErrors) {
    for (const minutesAgo of error.minutesAgo) {
      await sendEvent(signalbox, projects[error.project], createEvent(error, now - minutesAgo * 60_000))
    }
  }
  const announce = async (version: string, minutesAgo: number, commit: { sha: string; message: string }) => {
    const { id } = await post(signalbox, '/api/v1/deployments/', {
      deployment_request: `Ship checkout ${version}`,
      external_url: `https://ci.acme.example/checkout/${version}`,
      service: 'checkout',
      version,
      environment: 'production',
      repository_full_name: 'acme/checkout',
      occurred_at: new Date(now - minutesAgo * 60_000).toISOString(),
      commit_sha: commit.sha,
      commit_message: commit.message,
      monitor: false,
    })
    return id ?? ''
  }
  await post(signalbox, `/api/v1/telemetry/projects/${checkout.number}/repositories/`, { full_name: 'acme/checkout' })
  await post(signalbox, '/api/v1/changes/', {
    changes: [
      {
        kind: 'commit',
        repository: 'acme/checkout',
        id: poolCommit.sha,
        title: poolCommit.message,
        diff: poolDiff,
        author: 'tom@acme.example',
        files: ['lib/payments/client.ts', 'lib/payments/pool.ts'],
        details: { release: 'checkout@2.14.0' },
        occurred_at: new Date(now - 3_600_000).toISOString(),
      },
    ],
  })
  await announce('2.13.0', 11 * 60, { sha: '7d20be1'.padEnd(40, '0'), message: 'Log the queue of the payments pool' })
  const deploymentId = await announce('2.14.0', 23, poolCommit)
  await eventually(async () => {
    const { total } = await signalbox.get<{ total: number }>('/api/v1/issues/?limit=1')
    if (total < shopErrors.length) throw new Error(`${total} of ${shopErrors.length} issues`)
  })
  return { checkout, web, deploymentId }
}

/** @throws Error if the installation refuses it. */
export async function post(signalbox: SignalboxProcess, path: string, body: object): Promise<Record<string, string>> {
  const answer = await signalbox.call('POST', path, body)
  if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
  return answer.body as Record<string, string>
}

/** Sends one event with an attachment like an SDK. */
export async function sendEvent(
  signalbox: SignalboxProcess,
  project: Project,
  event: object,
  filename = 'order.json',
): Promise<string> {
  const id = newEventId()
  const attachment = JSON.stringify({ order: 943 })
  const items = [
    { event_id: id, sent_at: new Date().toISOString() },
    { type: 'event' },
    { ...event, event_id: id },
    { type: 'attachment', filename, content_type: 'application/json', length: attachment.length },
  ]
  const body = `${items.map((item) => JSON.stringify(item)).join('\n')}\n${attachment}\n`
  const res = await fetch(`${signalbox.url}/api/${project.number}/envelope/?sentry_key=${project.publicKey}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-sentry-envelope' },
    body,
  })
  if (!res.ok) throw new Error(`event refused: ${res.status} ${await res.text()}`)
  return id
}

function createEvent(error: ShopError, at: number) {
  const user = Math.floor((at / 60_000) % 7)
  return {
    timestamp: at / 1_000,
    platform: error.platform ?? 'node',
    level: error.level ?? 'error',
    release: error.release,
    environment: error.minutesAgo.length % 3 === 0 ? 'staging' : 'production',
    server_name: `checkout-7d9f6-${user}`,
    transaction: error.transaction ?? 'POST /checkout',
    sdk: { name: 'sentry.javascript.node', version: '10.78.0' },
    ...(error.message === undefined ? {} : { logentry: { message: error.message } }),
    ...(error.exceptions && { exception: { values: error.exceptions } }),
    user: { id: `u-${user}`, email: `person-${user}@example.com` },
    tags: { region: user % 3 === 0 ? 'eu-north' : 'eu-west', payment: 'card' },
    contexts: {
      runtime: { name: 'node', version: '22.14.0' },
      os: { name: 'Linux', version: '6.6' },
      trace: { trace_id: newEventId(), span_id: newEventId().slice(0, 16) },
    },
    request: {
      method: 'POST',
      url: 'https://acme.example/checkout',
      query_string: 'step=pay',
      headers: { 'User-Agent': 'Mozilla/5.0', Authorization: 'Bearer not-to-be-seen' },
      data: { items: 3, total: 129.5 },
    },
    extra: { attempt: 2, cart: { id: '9f31', items: 3 } },
    breadcrumbs: error.breadcrumbs?.map((crumb, index, all) => ({
      ...crumb,
      timestamp: at / 1_000 - (all.length - index) * 0.7,
    })),
  }
}
