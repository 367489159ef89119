import { NullableOf, Open, Quota, type ApiScope, type ProjectSettings } from '@signalbox/contracts'
import { Type, type Static } from 'typebox'

/**
 * Interfaces through which other services query the control plane. Shapes sent between processes are schemas, and their
 * types are derived from them, so each field is declared once. Fields are only added, never changed, and those that an
 * older service omits are optional.
 */

/** A telemetry project as seen by other services. */
export const ProjectReference = Open({
  id: Type.String(),
  /** Number in the DSN. */
  number: Type.Integer(),
  name: Type.String(),
})
export type ProjectReference = Static<typeof ProjectReference>

/** Owner and limits of a DSN's public key. */
export const DsnKeyOwner = Open({
  keyId: Type.String(),
  organizationId: Type.String(),
  project: ProjectReference,
  /** True if the project was deactivated. Default: false. */
  isProjectInactive: Type.Optional(Type.Boolean()),
  /** Version of the project's settings; 0 means defaults. */
  settingsVersion: Type.Integer(),
  /** Origins that browsers may send from; see `ProjectSettings`. */
  allowedDomains: Type.Array(Type.String()),
  /** Quotas of the complete project. */
  projectQuotas: Type.Array(Quota),
  /** Quotas of this key. */
  keyQuotas: Type.Array(Quota),
  /** Requests per minute; null for the default. */
  ingestLimitPerMinute: NullableOf(Type.Integer()),
})
export type DsnKeyOwner = Static<typeof DsnKeyOwner>

/** The originator of a request, as shown in the audit log. */
export interface Actor {
  kind: 'api_key' | 'member'
  /** Id of the API key, or of the member in the organization. */
  id: string
  /** Name of the key, or the member's e-mail address. */
  name: string
}

/** An authenticated API key or member, and their permissions. */
export interface ApiCaller {
  /** Key for rate limits: the id of the API key or of the member. */
  keyId: string
  organizationId: string
  scopes: ReadonlySet<ApiScope>
  /** Requests per minute; null for the default. */
  queryLimitPerMinute: number | null
  ingestLimitPerMinute: number | null
  /** When access expires, Unix milliseconds; never if omitted. */
  expiresAt?: number
  /** Omitted for an API key. */
  actor?: Actor
  /** When a person last authenticated, Unix milliseconds; not set for API keys. */
  confirmedAt?: number
}

/** A member signed in with a browser. */
export interface SignedInCaller extends ApiCaller {
  actor: Actor
  /** Id of the browser session. */
  sessionId: string
  /** Token that state-changing requests must carry. */
  csrfToken: string
}

/** Looks up browser sessions. */
export interface SessionDirectory {
  /**
   * @param secret Value of the session cookie.
   * @returns undefined for unknown, ended and expired sessions. Rejects with `ServiceError` `unavailable` if the lookup
   * fails.
   */
  findSession(secret: string): Promise<SignedInCaller | undefined>
}

/**
 * Looks up keys. Embedded, this is the control plane itself; in separate processes, a caching client. All methods
 * reject with `ServiceError` `unavailable` if the control plane is unreachable and nothing is cached.
 */
export interface KeyDirectory {
  /**
   * @returns undefined for unknown and disabled keys and keys of deleted projects; callers must not distinguish these.
   */
  findDsnKey(publicKey: string): Promise<DsnKeyOwner | undefined>
  /** @returns undefined for unknown, revoked, expired and malformed keys. */
  findApiKey(secret: string): Promise<ApiCaller | undefined>
}

export interface ProjectDirectory {
  /**
   * @param idOrNumber The project's id, its DSN number as text, or its name as used in short issue ids.
   * @returns undefined if the organization has no such project, even if another organization does.
   */
  findProject(organizationId: string, idOrNumber: string): Promise<ProjectReference | undefined>
}

/** Identifies one version of a project's settings. Versions are immutable, so they can be cached. */
export interface SettingsReference {
  projectId: string
  /** At least 1. */
  version: number
}

export interface ProjectSettingsDirectory {
  /**
   * @returns undefined if the version does not exist.
   * @throws ServiceError `unavailable` if the control plane is unreachable.
   */
  readSettings(reference: SettingsReference): Promise<ProjectSettings | undefined>
  /**
   * Returns a project's latest settings, or the defaults if nobody has changed them.
   * @throws ServiceError `unavailable` if the control plane is unreachable.
   */
  readCurrentSettings(projectId: string): Promise<ProjectSettings>
}

/** Maximum number of releases in one sighting. */
export const sightingReleasesMax = 50

/** Events of one release in a sighting. */
export const SightedRelease = Open({
  /** Empty for events without a release. */
  release: Type.String(),
  /** When ingest received the oldest of them, Unix milliseconds. Default: `lastReceivedAt`. */
  firstReceivedAt: Type.Optional(Type.Number()),
  /** When ingest received the newest of them, Unix milliseconds. */
  lastReceivedAt: Type.Number(),
})
export type SightedRelease = Static<typeof SightedRelease>

/** Events of one fingerprint stored by one batch; possibly the first of their issue. */
export const Sighting = Open({
  organizationId: Type.String(),
  projectId: Type.String(),
  /** 32 lower-case hex digits. */
  fingerprint: Type.String(),
  /** Fingerprint by the previous grouping; empty if there is none. An issue known by it stays the same issue. */
  previousFingerprint: Type.String(),
  title: Type.String(),
  culprit: Type.String(),
  level: Type.String(),
  platform: Type.String(),
  /** Time of the batch's earliest event, Unix milliseconds. */
  firstSeenAt: Type.Number(),
  /** Release of that event; empty if unknown. */
  release: Type.String(),
  environment: Type.String(),
  /** Distinct releases of the events: the most recently received ones. */
  releases: Type.Array(SightedRelease, { maxItems: sightingReleasesMax }),
})
export type Sighting = Static<typeof Sighting>

/** Receives sightings from the consumer. */
export interface SightingRecorder {
  /**
   * Creates an issue for every fingerprint without one, and records regressions of issues that were considered fixed.
   * Idempotent.
   * @throws ServiceError `unavailable`; the caller retries.
   */
  recordSightings(sightings: readonly Sighting[]): Promise<void>
}

/** An issue as seen by other services. */
export const IssueReference = Open({
  id: Type.String(),
  projectId: Type.String(),
  title: Type.String(),
  culprit: Type.String(),
  level: Type.String(),
  /** Unix milliseconds. */
  firstSeenAt: Type.Number(),
  /** All fingerprints whose events belong to it, its own first. */
  fingerprints: Type.Array(Type.String()),
})
export type IssueReference = Static<typeof IssueReference>

export interface IssueDirectory {
  /**
   * @param issueId The issue's id or short id.
   * @returns undefined if the organization has no such issue. The id of a merged issue finds the issue it was merged
   * into.
   */
  findIssue(organizationId: string, issueId: string): Promise<IssueReference | undefined>
  /**
   * Finds several issues like `findIssue`, keyed by the given ids; those the organization does not have are missing.
   */
  findIssues(organizationId: string, issueIds: readonly string[]): Promise<ReadonlyMap<string, IssueReference>>
  /** Returns issue ids by `<project id>:<fingerprint>`; fingerprints without an issue are missing. */
  findIssueIds(
    organizationId: string,
    fingerprints: readonly { projectId: string; fingerprint: string }[],
  ): Promise<ReadonlyMap<string, string>>
}
