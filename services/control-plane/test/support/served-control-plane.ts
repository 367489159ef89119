import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiScopes, createId, type AuditEntry, type Role } from '@signalbox/contracts'
import { createDeadLetterQueue, createMemoryLog } from '@signalbox/event-log'
import { createHttpServer, createMetrics, createRateLimits, silentLog } from '@signalbox/service-kit'
import { Database as Sqlite } from '@signalbox/sqlite'
import { expect } from 'chai'
import { TestBrowser, testPasswordCost, type BrowserResponse } from '../../../../test/support/test-browser.js'
import { createApp, openControlPlane, type ControlPlane, type ControlPlaneOptions } from '../../src/index.js'
import { createApiKeyRow } from '../../src/identity/api-keys/create-api-key-row.js'
import { openStore } from '../../src/control-plane-store.js'

export const rootKey = 'root-key-of-the-test'
export const foreignKey = 'foreign-key-of-the-test'

/** A control plane behind a socket, for browsers; with a second organization. */
export interface ServedControlPlane {
  url: string
  directory: string
  controlPlane: ControlPlane
  /** The clock, in Unix milliseconds. */
  time: { now: number }
  organizationId: string
  /** The first owner's sign-up address. */
  ownerInvitation: string
  /** Calls with an API key, by default `rootKey`. */
  call(method: string, path: string, body?: unknown, key?: string): Promise<BrowserResponse>
  browser(): TestBrowser
  /** A browser of someone who has just joined a key's organization. */
  join(role: Role, email: string, key?: string): Promise<TestBrowser>
  /** Removes all members and invitations, so that `ownerInvitation` is a new one: cheaper than a restart. */
  forgetMembers(): void
  /** The audit log of an organization, newest first. */
  readAudit(query?: string, key?: string): Promise<AuditEntry[]>
  close(): Promise<void>
}

export async function serveControlPlane(
  options: Partial<
    Pick<ControlPlaneOptions, 'publicUrl' | 'oidc' | 'passwordCost' | 'notices' | 'artifactsBytesMax'>
  > & {
    port?: number
  } = {},
): Promise<ServedControlPlane> {
  const directory = mkdtempSync(join(tmpdir(), 'served-control-plane-'))
  const time = { now: Date.UTC(2026, 0, 1) }
  const {
    publicUrl = 'http://signalbox.test',
    passwordCost = testPasswordCost,
    oidc,
    notices,
    artifactsBytesMax,
    port = 0,
  } = options
  const clock = () => time.now
  const controlPlane = openControlPlane({
    dataDirectory: directory,
    publicUrl,
    clock,
    passwordCost,
    deadLetters: createDeadLetterQueue(createMemoryLog()),
    ...(oidc && { oidc }),
    ...(notices && { notices }),
    ...(artifactsBytesMax !== undefined && { artifactsBytesMax }),
  })
  const { ownerInvitation = '', organizationId } = controlPlane.bootstrap(rootKey)
  addOrganization(directory, time.now)
  const metrics = createMetrics()
  const rateLimits = createRateLimits({ queryPerMinute: 1_000_000, ingestPerMinute: 1_000_000 })
  const app = createApp({ controlPlane, log: silentLog, metrics, rateLimits, clock })
  const server = createHttpServer({ app, port, host: '127.0.0.1', log: silentLog })
  await server.start()
  const url = `http://127.0.0.1:${server.address().port}`
  const served: ServedControlPlane = {
    ...createActions(url),
    url,
    directory,
    controlPlane,
    time,
    organizationId,
    ownerInvitation,
    forgetMembers: () => {
      const database = new Sqlite(join(directory, 'control-plane.db'))
      database.exec('PRAGMA foreign_keys = ON; DELETE FROM users; DELETE FROM invitations')
      database.close()
      served.ownerInvitation = controlPlane.bootstrap().ownerInvitation ?? ''
    },
    close: async () => {
      await server.stop()
      controlPlane.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
  return served
}

function createActions(url: string): Pick<ServedControlPlane, 'call' | 'browser' | 'join' | 'readAudit'> {
  const browser = () => new TestBrowser(url)
  const call: ServedControlPlane['call'] = (method, path, body, key = rootKey) =>
    browser().send(method, path, body, { authorization: `Bearer ${key}` })
  return {
    browser,
    call,
    join: async (role, email, key) => {
      const { status, body } = await call('POST', '/api/v1/organization/invitations/', { role }, key)
      expect(status, JSON.stringify(body)).to.equal(201)
      const joined = browser()
      await joined.accept((body as { link: string }).link, email)
      return joined
    },
    readAudit: async (query = '', key) => {
      const { status, body } = await call('GET', `/api/v1/organization/audit-log/?${query}`, undefined, key)
      expect(status, JSON.stringify(body)).to.equal(200)
      return (body as { entries: AuditEntry[] }).entries
    },
  }
}

/** Another organization with a key that has all scopes. */
function addOrganization(directory: string, now: number): void {
  const store = openStore(directory)
  const organization = { id: createId(now), name: 'Foreign', created_at: now + 1 }
  store.organizations.insert(organization)
  const limits = { queryLimitPerMinute: null, ingestLimitPerMinute: null }
  const key = { id: createId(now), name: 'Foreign', secret: foreignKey, scopes: apiScopes, createdAt: now }
  store.apiKeys.insert(createApiKeyRow({ ...key, organizationId: organization.id, ...limits }))
  store.close()
}
