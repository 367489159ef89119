import { join } from 'node:path'
import { addAlert } from '../../../support/add-alert.js'
import type { SignalboxProcess } from '../../../support/signalbox-process.js'
import { post, seedShop } from './seed-shop.js'

/** One object of each kind that has its own screen. */
export interface ScreenObjects {
  sessionId: string
  deploymentId: string
  alertId: string
}

/** Addresses of all screens that request data. */
export function listScreens({ sessionId, deploymentId, alertId }: ScreenObjects): string[] {
  return [
    '/issues',
    '/issues/CHECKOUT-1',
    '/alerts',
    '/agents',
    `/agents/${sessionId}`,
    '/deployments',
    `/deployments/${deploymentId}`,
    `/alerts/${alertId}`,
    '/metrics',
    '/metrics?name=queue.length',
    '/system',
    '/settings/security',
    '/settings/organization',
    '/settings/members',
    '/settings/keys',
    '/settings/projects',
    ...['general', 'keys', 'intake', 'quotas', 'filters', 'scrubbing', 'grouping', 'channels', 'source-maps'].map(
      (section) => `/settings/projects/1/${section}`,
    ),
  ]
}

/** Fills an installation with data for its screens. */
export async function fillScreens(signalbox: SignalboxProcess): Promise<ScreenObjects> {
  const { deploymentId } = await seedShop(signalbox)
  const { session_id: sessionId = '' } = await post(signalbox, '/api/v1/agent/sessions/', {
    prompt: 'Why do checkouts fail?',
  })
  await post(signalbox, '/api/v1/organization/invitations/', {
    role: 'member',
    email: 'somebody.with.a.long.name@example.com',
  })
  await post(signalbox, '/api/v1/organization/api-keys/', { name: 'Release pipeline', scopes: ['changes:write'] })
  const project = '/api/v1/telemetry/projects/1/'
  const quotas = [{ categories: ['error', 'span'], limit: 5_000, window_seconds: 60 }]
  await signalbox.call('PATCH', `${project}settings/`, { quotas })
  const { id: organizationId } = await signalbox.get<{ id: string }>('/api/v1/organization/')
  const opened = { organization_id: organizationId, opened_at: Date.now() }
  return { sessionId, deploymentId, alertId: addAlert(join(signalbox.dataDirectory, 'control-plane'), opened) }
}
