import type { ApiScope } from '@signalbox/contracts'

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
  /** Requests a minute; null for the default. */
  ingestLimitPerMinute: number | null
}

/** Who calls: the API key behind a request and what it may do. */
export interface ApiCaller {
  keyId: string
  organizationId: string
  scopes: ReadonlySet<ApiScope>
  /** Requests a minute; null for the default. */
  queryLimitPerMinute: number | null
  ingestLimitPerMinute: number | null
}

/**
 * Looks keys up. Embedded, it is the control plane itself; in separate processes a client of it with a cache.
 * All methods reject with `ServiceError` `unavailable` when the control plane cannot be asked and nothing is cached.
 */
export interface KeyDirectory {
  /** @returns undefined for unknown and disabled keys and for keys of inactive projects: callers must not tell these apart. */
  findDsnKey(publicKey: string): Promise<DsnKeyOwner | undefined>
  /** @returns undefined for unknown, revoked and malformed keys. */
  findApiKey(secret: string): Promise<ApiCaller | undefined>
}

export interface ProjectDirectory {
  /**
   * @param idOrNumber The project's id or its DSN number as text.
   * @returns undefined when the organization has no such project; another organization's project is such a case.
   */
  findProject(organizationId: string, idOrNumber: string): Promise<ProjectReference | undefined>
}
