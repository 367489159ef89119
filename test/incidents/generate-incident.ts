import { incidentKinds, type Incident, type IncidentKind } from './incident.js'
import { tellBadDeploy, tellConfigOnly, tellDelayedLeak, tellEvidenceStopsShort } from './tell-fault.js'
import {
  tellCertificate,
  tellDns,
  tellHealthy,
  tellInnocentDeploy,
  tellNoisyNode,
  tellSurge,
  tellUpstreamOutage,
} from './tell-outside-cause.js'

const tellers: Record<IncidentKind, (kind: IncidentKind, seed: number) => Incident> = {
  'bad-deploy': tellBadDeploy,
  'delayed-leak': tellDelayedLeak,
  'innocent-deploy': tellInnocentDeploy,
  'config-only': tellConfigOnly,
  surge: tellSurge,
  'noisy-node': tellNoisyNode,
  'upstream-outage': tellUpstreamOutage,
  certificate: tellCertificate,
  dns: tellDns,
  'evidence-stops-short': tellEvidenceStopsShort,
  healthy: tellHealthy,
}

/** Generates an incident. Deterministic for a kind and seed. */
export function generateIncident(kind: IncidentKind, seed: number): Incident {
  return tellers[kind](kind, seed)
}

/** One incident of every kind for each seed. */
export function generateIncidents(seeds: readonly number[]): Incident[] {
  return seeds.flatMap((seed) => incidentKinds.map((kind) => generateIncident(kind, seed)))
}
