import { collectFacts } from '@signalbox/agent'
import type { ApiClient } from '@signalbox/api-client'
import { createId, type SessionRecord } from '@signalbox/contracts'
import { createPlaybook } from '../../services/agent/src/playbook/create-playbook.js'
import { runEngine } from '../support/run-engine.js'
import { sessionRequest, type FedIncident } from './feed-incident.js'
import type { Incident } from './incident.js'

/**
 * Investigates an incident without a model, in this process, through an installation's API.
 * @returns the complete record.
 */
export function investigate(api: ApiClient, incident: Incident, fed: FedIncident): Promise<SessionRecord> {
  return runEngine(api, createPlaybook({ collectFacts }), {
    id: createId(),
    organizationId: '',
    ...sessionRequest(incident, fed),
    origin: { kind: 'manual', id: null },
    createdAt: Date.now(),
  })
}
