import type { EvidenceId } from '../facts/fact-pack.js'

export interface MinuteReading {
  /** Start of the minute, Unix milliseconds. */
  at: number
  requests: number
  /** Failed requests. */
  failed: number
  errorEvents: number
  /** Latency of requests; null without requests. */
  p95Ms: number | null
  /** Container restarts of the service. */
  restarts: number
}

/** A service that the deployment may have harmed. */
export interface ServiceReadings {
  service: string
  /** `caller`: it calls the deployed service. */
  role: 'deployed' | 'caller'
  /** Minutes up to the deployment, ascending; minutes without data are included as zeros. */
  before: readonly MinuteReading[]
  /** Complete minutes since the deployment, ascending. */
  after: readonly MinuteReading[]
  /** The minutes of `after` one day earlier; empty if nothing was recorded then. */
  dayBefore: readonly MinuteReading[]
}

/** An error first seen after the deployment. */
export interface NewErrorReading {
  fingerprint: string
  service: string
  title: string
  count: number
  firstSeenAt: number
  releases: readonly string[]
}

/** Another change near the deployment that may be the cause instead. */
export interface RivalReading {
  changeId: string
  kind: string
  title: string
  /** Null if it names none. */
  service: string | null
  at: number
}

/** All inputs for judging one check of a deployment. */
export interface WatchReadings {
  services: readonly ServiceReadings[]
  /** Services called by the deployed service. */
  callees: readonly string[]
  newErrors: readonly NewErrorReading[]
  rivals: readonly RivalReading[]
  /** Evidence of the readings. */
  evidence: readonly EvidenceId[]
}

/** The watched deployment. Times are Unix milliseconds. */
export interface WatchedDeployment {
  id: string
  /** Null if the announcement named none; all services are then watched. */
  service: string | null
  version: string | null
  commitSha: string | null
  deployedAt: number
}
