import type { TelemetryProject } from '@signalbox/contracts'
import type { Clock, DsnKeyOwner, ProjectReference } from '@signalbox/service-kit'
import { createPublicKey } from '../keys/secrets.js'
import type { ProjectStore, ProjectWithKey } from '../store/projects.js'

export interface ProjectsOptions {
  store: ProjectStore
  clock: Clock
  createId: (nowMs: number) => string
  /** The address that applications reach this installation by; DSNs are made from it. */
  publicUrl: string
}

/** The telemetry projects of all organizations and their DSN keys. */
export class Projects {
  readonly #options: ProjectsOptions
  /** By public key. Keys and projects change through this object only, so nothing in it is ever out of date. */
  readonly #owners = new Map<string, DsnKeyOwner>()

  constructor(options: ProjectsOptions) {
    this.#options = options
  }

  create(organizationId: string, name: string): TelemetryProject {
    const now = this.#options.clock()
    const row = this.#options.store.insert({
      id: this.#options.createId(now),
      organization_id: organizationId,
      name,
      created_at: now,
      key_id: this.#options.createId(now),
      public_key: createPublicKey(),
    })
    return this.#toTelemetryProject(row)
  }

  /** Oldest first. */
  list(organizationId: string): TelemetryProject[] {
    return this.#options.store.list(organizationId).map((row) => this.#toTelemetryProject(row))
  }

  /** @returns undefined when the organization has no such project. */
  find(organizationId: string, idOrNumber: string): ProjectReference | undefined {
    const row = this.#options.store.find(organizationId, idOrNumber)
    return row && { id: row.id, number: row.number, name: row.name }
  }

  /** @returns undefined for unknown and disabled keys, and for keys of projects that are not active. */
  findDsnKey(publicKey: string): DsnKeyOwner | undefined {
    const known = this.#owners.get(publicKey)
    if (known !== undefined) return known
    const row = this.#options.store.findDsnKey(publicKey)
    if (row === undefined) return undefined
    const owner: DsnKeyOwner = {
      keyId: row.key_id,
      organizationId: row.organization_id,
      project: { id: row.project_id, number: row.project_number, name: row.project_name },
      ingestLimitPerMinute: row.ingest_limit_per_minute,
    }
    this.#owners.set(publicKey, owner)
    return owner
  }

  #toTelemetryProject(row: ProjectWithKey): TelemetryProject {
    return {
      id: row.id,
      name: row.name,
      dsn: createDsn(this.#options.publicUrl, row.public_key, row.number),
      is_active: row.is_active === 1,
      created_at: new Date(row.created_at).toISOString(),
    }
  }
}

/** `<scheme>://<public key>@<host>[:<port>][/<path>]/<project number>`; SDKs put the path in front of `/api/`. */
function createDsn(publicUrl: string, publicKey: string, number: number): string {
  const url = new URL(publicUrl)
  const path = url.pathname.replace(/\/+$/, '')
  return `${url.protocol}//${publicKey}@${url.host}${path}/${number}`
}
