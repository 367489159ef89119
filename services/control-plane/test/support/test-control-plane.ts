import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiScopes, createId, type ApiScope, type Problem, type TelemetryProject } from '@signalbox/contracts'
import { createMetrics, createRateLimits, createWarnings, silentLog, type Sighting } from '@signalbox/service-kit'
import { expect } from 'chai'
import type { Express } from 'express'
import request, { type Response } from 'supertest'
import { createApp, openControlPlane, type ControlPlane } from '../../src/index.js'
import type { NoticeSettings } from '../../src/notifications/notices/notices.js'
import type { IssueRow } from '../../src/issues/store/issues.js'
import { createApiKeyRow } from '../../src/identity/api-keys/create-api-key-row.js'
import { openStore } from '../../src/control-plane-store.js'
import { ScriptedTelemetry } from './scripted-telemetry.js'

const publicUrl = 'https://telemetry.example.com'

export interface TestProject {
  id: string
  number: number
  publicKey: string
}

/** A control plane with its own storage and two organizations, and requests to it. */
export class TestControlPlane {
  now = Date.UTC(2026, 0, 1)
  readonly directory = mkdtempSync(join(tmpdir(), 'control-plane-'))
  readonly rootKey = 'root-key-of-the-test'
  /** All scopes of another organization. */
  readonly foreignKey = 'foreign-key-of-the-test'
  readonly foreignOrganizationId = 'foreign'
  readonly organizationId: string
  /** Every announced issue. */
  readonly announced: IssueRow[] = []
  /** Telemetry responses to the control plane. */
  readonly telemetry = new ScriptedTelemetry()
  controlPlane: ControlPlane
  #application: Express | undefined

  /** @param notices Permitted notification targets; by default public addresses only. */
  constructor(readonly notices: NoticeSettings = {}) {
    this.controlPlane = this.#open()
    this.organizationId = this.controlPlane.bootstrap(this.rootKey).organizationId
    this.#insertForeignOrganization()
  }

  #open(): ControlPlane {
    const onIssueCreated = (issue: IssueRow) => this.announced.push(issue)
    const { queryTelemetry } = this.telemetry
    const { directory: dataDirectory, notices } = this
    const warnings = createWarnings({ log: silentLog, metrics: createMetrics(), clock: () => this.now })
    return openControlPlane({
      dataDirectory,
      publicUrl,
      clock: () => this.now,
      onIssueCreated,
      queryTelemetry,
      notices,
      warnings,
    })
  }

  /** Created on first use, because compiling all routes takes a while. */
  get #app(): Express {
    return (this.#application ??= this.#createApp())
  }

  #createApp(): Express {
    return createApp({
      controlPlane: this.controlPlane,
      log: silentLog,
      metrics: createMetrics(),
      rateLimits: createRateLimits({ queryPerMinute: 1_000_000, ingestPerMinute: 1_000_000 }),
    })
  }

  #insertForeignOrganization(): void {
    const store = openStore(this.directory)
    const { foreignOrganizationId: organizationId, foreignKey: secret, now: createdAt } = this
    store.organizations.insert({ id: organizationId, name: 'Foreign', created_at: createdAt + 1 })
    const limits = { queryLimitPerMinute: null, ingestLimitPerMinute: null }
    const key = { id: createId(createdAt), organizationId, name: 'Foreign', secret, scopes: apiScopes, createdAt }
    store.apiKeys.insert(createApiKeyRow({ ...key, ...limits }))
    store.close()
  }

  reopen(): void {
    this.controlPlane.close()
    this.controlPlane = this.#open()
    this.#application = undefined
  }

  close(): void {
    this.controlPlane.close()
    rmSync(this.directory, { recursive: true, force: true })
  }

  get(path: string, key = this.rootKey): Promise<Response> {
    return this.#authorize(request(this.#app).get(path), key)
  }

  post(path: string, body: object, key = this.rootKey): Promise<Response> {
    return this.#authorize(request(this.#app).post(path), key).send(body)
  }

  /** A POST whose response is a file. */
  download(path: string, key = this.rootKey): Promise<Response> {
    return this.#authorize(request(this.#app).post(path), key).responseType('blob')
  }

  patch(path: string, body: object, key = this.rootKey): Promise<Response> {
    return this.#authorize(request(this.#app).patch(path), key).send(body)
  }

  put(path: string, body: object, key = this.rootKey): Promise<Response> {
    return this.#authorize(request(this.#app).put(path), key).send(body)
  }

  delete(path: string, key = this.rootKey): Promise<Response> {
    return this.#authorize(request(this.#app).delete(path), key)
  }

  #authorize(call: request.Test, key: string): request.Test {
    return key === '' ? call : call.set('Authorization', `Bearer ${key}`)
  }

  /** A new project. */
  async createProject(key = this.rootKey): Promise<TestProject> {
    const res = await this.post('/api/v1/telemetry/projects/', { name: 'shop' }, key)
    expect(res.status, res.text).to.equal(201)
    const { id, dsn } = JSON.parse(res.text) as TelemetryProject
    const { pathname, username } = new URL(dsn)
    return { id, number: Number(pathname.slice(1)), publicKey: username }
  }

  /** A key of the organization with only these scopes. */
  async createKey(scopes: readonly ApiScope[]): Promise<string> {
    const res = await this.post('/api/v1/organization/api-keys/', { name: 'narrow', scopes })
    expect(res.status, res.text).to.equal(201)
    return (JSON.parse(res.text) as { key: string }).key
  }

  /** A sighting in a project of the organization. */
  sighting(projectId: string, fingerprint: string, more: Partial<Sighting> = {}): Sighting {
    return {
      organizationId: this.organizationId,
      projectId,
      fingerprint,
      previousFingerprint: '',
      title: `Error ${fingerprint.slice(-4)}`,
      culprit: 'checkout in pay',
      level: 'error',
      platform: 'node',
      firstSeenAt: this.now,
      release: '',
      environment: '',
      releases: [],
      ...more,
    }
  }
}

/** Names of the fields with faults in a response. */
export function faultsOf(res: Response): string[] {
  return ((JSON.parse(res.text) as Problem).errors ?? []).map(({ name }) => name)
}

/** A fingerprint by its number. */
export function fingerprint(number: number): string {
  return number.toString(16).padStart(32, '0')
}
