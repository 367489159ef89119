import type { ApiScope, ProjectSettings, Quota } from '@signalbox/contracts'

/** A telemetry project as other services know it. */
export interface ProjectReference {
  id: string
  /** Number in the DSN. */
  number: number
  name: string
}

/** What a DSN's public key stands for. */
export interface DsnKeyOwner {
  keyId: string
  organizationId: string
  project: ProjectReference
  /** Version of the project's settings; 0 while they are the defaults. */
  settingsVersion: number
  /** Origins that may send from browsers; see `ProjectSettings`. */
  allowedDomains: readonly string[]
  /** Limits of the project as a whole. */
  projectQuotas: readonly Quota[]
  /** Limits of this key. */
  keyQuotas: readonly Quota[]
  /** Requests a minute; null for the default. */
  ingestLimitPerMinute: number | null
}

/** Who is behind a request, as the audit log names it. */
export interface Actor {
  kind: 'api_key' | 'member'
  /** Of the API key, or of the member in their organization. */
  id: string
  /** Name of the key, or e-mail address of the member. */
  name: string
}

/** Who calls: an API key or a member, and what they may do. */
export interface ApiCaller {
  /** What requests are counted by: the id of the API key or of the member. */
  keyId: string
  organizationId: string
  scopes: ReadonlySet<ApiScope>
  /** Requests a minute; null for the default. */
  queryLimitPerMinute: number | null
  ingestLimitPerMinute: number | null
  /** An API key when left out. */
  actor?: Actor
}

/** A member who is signed in with a browser. */
export interface SignedInCaller extends ApiCaller {
  actor: Actor
  /** Of the browser session. */
  sessionId: string
  /** What requests that change something must carry. */
  csrfToken: string
}

/** Looks up who is signed in with a browser. */
export interface SessionDirectory {
  /**
   * @param secret What the session's cookie holds.
   * @returns undefined for sessions that are unknown, ended or expired.
   * Rejects with `ServiceError` `unavailable` when it cannot be looked up.
   */
  findSession(secret: string): Promise<SignedInCaller | undefined>
}

/**
 * Looks keys up. Embedded, it is the control plane itself; in separate processes a client of it with a cache.
 * All methods reject with `ServiceError` `unavailable` when the control plane cannot be asked and nothing is cached.
 */
export interface KeyDirectory {
  /** @returns undefined for unknown and disabled keys and for keys of inactive projects: callers must not tell these apart. */
  findDsnKey(publicKey: string): Promise<DsnKeyOwner | undefined>
  /** @returns undefined for unknown, revoked, expired and malformed keys. */
  findApiKey(secret: string): Promise<ApiCaller | undefined>
}

export interface ProjectDirectory {
  /**
   * @param idOrNumber The project's id or its DSN number as text.
   * @returns undefined when the organization has no such project; another organization's project is such a case.
   */
  findProject(organizationId: string, idOrNumber: string): Promise<ProjectReference | undefined>
}

/** Names one state of a project's settings. Versions are never changed, so what is read may be kept. */
export interface SettingsReference {
  projectId: string
  /** At least 1. */
  version: number
}

export interface ProjectSettingsDirectory {
  /**
   * @returns undefined when there is no such version.
   * @throws ServiceError `unavailable` when the control plane cannot be asked.
   */
  readSettings(reference: SettingsReference): Promise<ProjectSettings | undefined>
  /**
   * The newest settings of a project; the defaults when nobody has changed them.
   * @throws ServiceError `unavailable` when the control plane cannot be asked.
   */
  readCurrentSettings(projectId: string): Promise<ProjectSettings>
}

/** An event of a fingerprint was stored: perhaps the first of its issue. */
export interface Sighting {
  organizationId: string
  projectId: string
  /** 32 lower-case hex digits. */
  fingerprint: string
  /** Fingerprint by the grouping before; empty when there was none. An issue that is known by it stays the same issue. */
  previousFingerprint: string
  title: string
  culprit: string
  level: string
  platform: string
  /** Unix milliseconds of the earliest event of the batch. */
  firstSeenAt: number
}

/** Where the consumer reports sightings. */
export interface SightingRecorder {
  /**
   * Makes an issue of every fingerprint that has none. Recording a sighting again changes nothing.
   * @throws ServiceError `unavailable`; the caller repeats.
   */
  recordSightings(sightings: readonly Sighting[]): Promise<void>
}

/** An issue as other services know it. */
export interface IssueReference {
  id: string
  projectId: string
  title: string
  culprit: string
  level: string
  /** Unix milliseconds. */
  firstSeenAt: number
  /** Every fingerprint whose events belong to it, its own first. */
  fingerprints: readonly string[]
}

export interface IssueDirectory {
  /** @returns undefined when the organization has no such issue. A merged issue's id finds the issue it became part of. */
  findIssue(organizationId: string, issueId: string): Promise<IssueReference | undefined>
  /** Issue ids by `<project id>:<fingerprint>`; fingerprints without an issue are missing. */
  findIssueIds(
    organizationId: string,
    fingerprints: readonly { projectId: string; fingerprint: string }[],
  ): Promise<ReadonlyMap<string, string>>
}
