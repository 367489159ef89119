import { NullableOf, Open, Quota, type ApiScope, type ProjectSettings } from '@signalbox/contracts'
import { Type, type Static } from 'typebox'

/**
 * What the control plane knows and the other services ask for. Shapes that travel between processes are schemas, and
 * their types are made of these: a field stands here once. Fields are added, never changed, and those that an older
 * service leaves out are optional.
 */

/** A telemetry project as other services know it. */
export const ProjectReference = Open({
  id: Type.String(),
  /** Number in the DSN. */
  number: Type.Integer(),
  name: Type.String(),
})
export type ProjectReference = Static<typeof ProjectReference>

/** What a DSN's public key stands for. */
export const DsnKeyOwner = Open({
  keyId: Type.String(),
  organizationId: Type.String(),
  project: ProjectReference,
  /** Whether somebody turned the project off; not when left out. */
  isProjectInactive: Type.Optional(Type.Boolean()),
  /** Version of the project's settings; 0 while they are the defaults. */
  settingsVersion: Type.Integer(),
  /** Origins that may send from browsers; see `ProjectSettings`. */
  allowedDomains: Type.Array(Type.String()),
  /** Limits of the project as a whole. */
  projectQuotas: Type.Array(Quota),
  /** Limits of this key. */
  keyQuotas: Type.Array(Quota),
  /** Requests a minute; null for the default. */
  ingestLimitPerMinute: NullableOf(Type.Integer()),
})
export type DsnKeyOwner = Static<typeof DsnKeyOwner>

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
  /** From when on they are not let in any longer, Unix milliseconds; never when left out. */
  expiresAt?: number
  /** An API key when left out. */
  actor?: Actor
  /** When a person last showed who they are, Unix milliseconds; API keys have none. */
  confirmedAt?: number
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
  /** @returns undefined for unknown and disabled keys and for keys of deleted projects: callers must not tell these apart. */
  findDsnKey(publicKey: string): Promise<DsnKeyOwner | undefined>
  /** @returns undefined for unknown, revoked, expired and malformed keys. */
  findApiKey(secret: string): Promise<ApiCaller | undefined>
}

export interface ProjectDirectory {
  /**
   * @param idOrNumber The project's id, its DSN number as text, or its name as it stands in short ids of issues.
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

/** Releases that one sighting names. */
export const sightingReleasesMax = 50

/** Events of one release in a sighting. */
export const SightedRelease = Open({
  /** Empty for events without one. */
  release: Type.String(),
  /** When ingest took in the oldest of them, Unix milliseconds; as the newest when left out. */
  firstReceivedAt: Type.Optional(Type.Number()),
  /** When ingest took in the newest of them, Unix milliseconds. */
  lastReceivedAt: Type.Number(),
})
export type SightedRelease = Static<typeof SightedRelease>

/** Events of a fingerprint that one batch stored: perhaps the first of their issue. */
export const Sighting = Open({
  organizationId: Type.String(),
  projectId: Type.String(),
  /** 32 lower-case hex digits. */
  fingerprint: Type.String(),
  /** Fingerprint by the grouping before; empty when there was none. An issue that is known by it stays the same issue. */
  previousFingerprint: Type.String(),
  title: Type.String(),
  culprit: Type.String(),
  level: Type.String(),
  platform: Type.String(),
  /** Unix milliseconds of the earliest event of the batch. */
  firstSeenAt: Type.Number(),
  /** Of that event; empty when unknown. */
  release: Type.String(),
  environment: Type.String(),
  /** The releases of the events, each once: those that were received last. */
  releases: Type.Array(SightedRelease, { maxItems: sightingReleasesMax }),
})
export type Sighting = Static<typeof Sighting>

/** Where the consumer reports sightings. */
export interface SightingRecorder {
  /**
   * Makes an issue of every fingerprint that has none, and notes what came back that was thought to be fixed.
   * Recording a sighting again changes nothing.
   * @throws ServiceError `unavailable`; the caller repeats.
   */
  recordSightings(sightings: readonly Sighting[]): Promise<void>
}

/** An issue as other services know it. */
export const IssueReference = Open({
  id: Type.String(),
  projectId: Type.String(),
  title: Type.String(),
  culprit: Type.String(),
  level: Type.String(),
  /** Unix milliseconds. */
  firstSeenAt: Type.Number(),
  /** Every fingerprint whose events belong to it, its own first. */
  fingerprints: Type.Array(Type.String()),
})
export type IssueReference = Static<typeof IssueReference>

export interface IssueDirectory {
  /**
   * @param issueId Its id or its short id.
   * @returns undefined when the organization has no such issue. A merged issue's id finds the issue it became part of.
   */
  findIssue(organizationId: string, issueId: string): Promise<IssueReference | undefined>
  /** Several issues as `findIssue` finds them, by the ids asked for; those that the organization does not have are missing. */
  findIssues(organizationId: string, issueIds: readonly string[]): Promise<ReadonlyMap<string, IssueReference>>
  /** Issue ids by `<project id>:<fingerprint>`; fingerprints without an issue are missing. */
  findIssueIds(
    organizationId: string,
    fingerprints: readonly { projectId: string; fingerprint: string }[],
  ): Promise<ReadonlyMap<string, string>>
}
