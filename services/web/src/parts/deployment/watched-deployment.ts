import type { Deployment } from '@signalbox/contracts'
import { describeSession, type StateWords } from '../session/verdict.js'

/** A deployment with what its watch says. */
export interface WatchedDeployment {
  deployment: Deployment
  state: StateWords
}

type Watch = { session_id: string; status: string; verdict: string | null }

/** Puts deployments together with the sessions that watch them. */
export function joinWatches(deployments: readonly Deployment[], watches: readonly Watch[]): WatchedDeployment[] {
  const byId = new Map(watches.map((watch) => [watch.session_id, watch]))
  return deployments.map((deployment) => ({
    deployment,
    state: describeWatch(deployment, byId.get(deployment.session_id ?? '')),
  }))
}

/** What the watch of a deployment says; undefined is a session that is not known yet. */
export function describeWatch(
  { session_id: id }: Pick<Deployment, 'session_id'>,
  watch: Watch | undefined,
): StateWords {
  if (id === null) return { tone: 'idle', text: 'Not watched' }
  if (!watch) return { tone: 'idle', text: 'Watched' }
  return watch.status === 'active' ? { tone: 'run', text: 'Being watched' } : describeSession(watch)
}
