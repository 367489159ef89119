import type { Deployment } from '@signalbox/contracts'
import { describeSession, type StateWords } from '../../parts/session/verdict.js'

/** A deployment with what its watch says. */
export interface WatchedDeployment {
  deployment: Deployment
  state: StateWords
}

type Watch = { session_id: string; status: string; verdict: string | null }

/** Puts deployments together with the sessions that watch them. */
export function joinWatches(deployments: readonly Deployment[], watches: readonly Watch[]): WatchedDeployment[] {
  const byId = new Map(watches.map((watch) => [watch.session_id, watch]))
  return deployments.map((deployment) => {
    if (deployment.session_id === null) return { deployment, state: { tone: 'idle', text: 'Not watched' } }
    const watch = byId.get(deployment.session_id)
    if (!watch) return { deployment, state: { tone: 'idle', text: 'Watched' } }
    if (watch.status === 'active') return { deployment, state: { tone: 'run', text: 'Being watched' } }
    return { deployment, state: describeSession(watch) }
  })
}

/** `checkout 2.14.0`, or what the announcement says. */
export function nameOfDeployment({ service, version, deployment_request: request }: Deployment): string {
  return service === null ? request : [service, version].filter((part) => part !== null).join(' ')
}
