import type { EvidenceId } from '../facts/fact-pack.js'

/** One minute of one service. */
export interface MinuteReading {
  /** Start of the minute, Unix milliseconds. */
  at: number
  requests: number
  /** Requests that failed. */
  failed: number
  errorEvents: number
  /** Of requests; null without any. */
  p95Ms: number | null
  /** Containers of the service that started again. */
  restarts: number
}

/** A service that the deployment may have harmed. */
export interface ServiceReadings {
  service: string
  /** `caller`: it calls the service that was deployed. */
  role: 'deployed' | 'caller'
  /** Minutes up to the deployment, ascending; minutes without anything are there with zeros. */
  before: readonly MinuteReading[]
  /** Whole minutes since the deployment, ascending. */
  after: readonly MinuteReading[]
  /** The minutes of `after` one day earlier; empty when nothing was recorded then. */
  dayBefore: readonly MinuteReading[]
}

/** An error that was seen first after the deployment. */
export interface NewErrorReading {
  fingerprint: string
  service: string
  title: string
  count: number
  firstSeenAt: number
  releases: readonly string[]
}

/** Something else that happened near the deployment and may be to blame instead. */
export interface RivalReading {
  changeId: string
  kind: string
  title: string
  /** Null when it names none. */
  service: string | null
  at: number
}

/** Everything that one look at a deployment has to judge by. */
export interface WatchReadings {
  services: readonly ServiceReadings[]
  /** Services that the deployed service calls. */
  callees: readonly string[]
  newErrors: readonly NewErrorReading[]
  rivals: readonly RivalReading[]
  /** What the readings were read from. */
  evidence: readonly EvidenceId[]
}

/** What is watched. Times are Unix milliseconds. */
export interface WatchedDeployment {
  id: string
  /** Null when the announcement named none: then every service is watched. */
  service: string | null
  version: string | null
  commitSha: string | null
  deployedAt: number
}
