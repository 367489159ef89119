import { collectFacts, createDeploymentWatch, type Engine } from '@signalbox/agent'
import { createPlaybook } from '../../../services/agent/src/playbook/create-playbook.js'
import { feedIncident, sessionRequest, type Installation } from '../feed-incident.js'
import { feedMemory, feedShop, sendError, tellDeployment } from './shop.js'
import { readWrittenIncident } from './from-written.js'

const minuteMs = 60_000

/** The input before a session, and its prompt. */
export interface Prepared {
  prompt: string
  context?: Record<string, unknown>
  engine?: Engine
  /** Rows that must be stored before the session starts, by table. */
  rows: Readonly<Record<string, number>>
}

export interface ReportCase {
  title: string
  prepare: (installation: Installation, now: number) => Promise<Prepared>
}

/** One report of every kind, in the document's order. */
export const reportCases: readonly ReportCase[] = [
  { title: 'A first release that fails (the README tour)', prepare: prepareTour },
  { title: 'Cause found', prepare: prepareWritten('web-pricing-alder') },
  { title: 'Cause likely', prepare: prepareWritten('fin-ledger-projector-finch') },
  { title: 'Cause unclear', prepare: prepareWritten('web-shop-cinder') },
  { title: 'No change to blame: a partner fails', prepare: prepareWritten('fin-threeds-server-fjord') },
  { title: 'No change to blame: a traffic surge', prepare: prepareWritten('infra-chat-fanout-raven') },
  { title: 'A healthy deployment', prepare: prepareWatch(0.01) },
  { title: 'A bad deployment', prepare: prepareWatch(0.4) },
  {
    title: 'What changed?',
    prepare: async (installation, now) => {
      const rows = await prepareShop(installation, now, 40)
      return { prompt: 'What changed since yesterday in checkout?', rows }
    },
  },
  {
    title: 'Did a deployment make it worse?',
    prepare: async (installation, now) => {
      const rows = await prepareShop(installation, now, 900)
      return { prompt: 'Did the deployment of checkout make it worse?', rows }
    },
  },
  {
    title: 'Is it leaking?',
    prepare: async (installation, now) => {
      const points = await feedMemory(installation, { now, growthBytes: 4e6 })
      return { prompt: 'Is web leaking memory?', rows: { container_metrics: points } }
    },
  },
  {
    title: 'Why is it slow?',
    prepare: async (installation, now) => {
      const rows = await prepareShop(installation, now, 900)
      return { prompt: 'Why is POST /checkout slow?', rows }
    },
  },
]

async function prepareTour(installation: Installation, now: number): Promise<Prepared> {
  await sendError(installation, now - 90_000, 17)
  await sendError(installation, now - 89_000, 18)
  await installation.call('POST', '/api/v1/deployments/', {
    deployment_request: 'Ship shop 1.0.0',
    repository_full_name: 'acme/shop',
    service: 'shop',
    version: 'shop@1.0.0',
    occurred_at: new Date(now - 20_000).toISOString(),
    monitor: false,
  })
  return { prompt: 'Why do checkouts fail?', rows: { events: 2 } }
}

function prepareWritten(name: string): ReportCase['prepare'] {
  return async (installation, now) => {
    const incident = readWrittenIncident(name)
    const fed = await feedIncident(installation, incident, now)
    const { logs, metrics } = incident
    return { ...sessionRequest(incident, fed), rows: { logs: logs.length, metric_points: metrics.length } }
  }
}

const diff = '-  return carts.find(id)\n+  return carts.load(id, { refresh: true })'
const usual = { failedRatio: 0.005, durationMs: 40 }

/** Sends a shop whose requests have this duration since 1.5.0 went live twenty minutes ago. */
async function prepareShop(installation: Installation, now: number, durationMs: number) {
  const changeAt = now - 20 * minuteMs
  const after = { failedRatio: 0.005, durationMs }
  const spans = await feedShop(installation, { changeAt, now, before: usual, after })
  await tellDeployment(installation, { at: changeAt, version: '1.5.0', title: 'Reload carts on checkout', diff })
  return { spans }
}

function prepareWatch(failedRatio: number): ReportCase['prepare'] {
  return async (installation, now) => {
    const deployedAt = Math.floor(now / minuteMs) * minuteMs - 32 * minuteMs
    const after = { failedRatio, durationMs: 42 }
    const spans = await feedShop(installation, { changeAt: deployedAt, now, before: usual, after })
    const told = { at: deployedAt, version: '1.5.0', title: 'Reload carts on checkout', diff }
    const id = await tellDeployment(installation, told)
    const context = {
      deployment_id: id,
      service: 'checkout',
      version: '1.5.0',
      occurred_at: new Date(deployedAt).toISOString(),
    }
    return {
      prompt: 'Watch the deployment of version 1.5.0 of checkout.',
      context,
      engine: createDeploymentWatch({ clock: Date.now, watchMinutes: 30 }),
      rows: { spans },
    }
  }
}

/** The engine for everything except deployments. */
export const playbook = createPlaybook({ collectFacts })
