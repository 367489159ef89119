import {
  Closed,
  createId,
  defaultProjectSettings,
  defineRoute,
  Open,
  ServiceError,
  type ApiScope,
} from '@signalbox/contracts'
import { expect } from 'chai'
import { Type } from 'typebox'
import {
  createControlPlaneHandlers,
  createHttpServer,
  createInternalClient,
  createInternalRouter,
  createMetrics,
  createRateLimits,
  createRemoteCaller,
  createRemoteControlPlane,
  createVitals,
  createRoute,
  createRouteHandler,
  createShell,
  silentLog,
  type ControlPlaneApi,
  type ClaimedSession,
  type EventDeletion,
  type ProjectDeletion,
  type DsnKeyOwner,
  type HttpServer,
  type InternalHandlers,
  type IssueReference,
  type ResolvedScript,
  type ResymbolicationPage,
  type Sighting,
  type SignedInCaller,
} from '../../src/index.js'

const token = 'the-token-of-this-installation'
const organizationId = createId()
const projectId = createId()
const project = { id: projectId, number: 42, name: 'shop' }
const owner: DsnKeyOwner = {
  keyId: 'key-1',
  organizationId,
  project,
  settingsVersion: 3,
  allowedDomains: ['*.example.com'],
  projectQuotas: [],
  keyQuotas: [{ categories: ['error'], limit: 10, window_seconds: 60 }],
  ingestLimitPerMinute: null,
}
const person: SignedInCaller = {
  keyId: 'member-1',
  organizationId,
  scopes: new Set<ApiScope>(['telemetry:read', 'issues:read']),
  queryLimitPerMinute: 5,
  ingestLimitPerMinute: null,
  actor: { kind: 'member', id: 'member-1', name: 'ann@example.com' },
  sessionId: 'session-1',
  csrfToken: 'csrf',
}
const issue: IssueReference = {
  id: createId(),
  projectId,
  title: 'TypeError',
  culprit: 'checkout',
  level: 'error',
  firstSeenAt: 1_700_000_000_000,
  fingerprints: ['0'.repeat(32)],
}
const projectDeletion: ProjectDeletion = { id: 'project-1', organizationId: 'organization-1', receivedUntil: 5 }
const deletion: EventDeletion = {
  id: 'deletion-1',
  organizationId,
  projectId,
  fingerprints: ['0'.repeat(32)],
  receivedUntil: 1_700_000_000_000,
}
const resymbolication: ResymbolicationPage = {
  organizationId,
  projectId,
  token: 'token-1',
  since: 1_700_000_000_000,
  before: { timestamp: 1_700_000_100_000, eventId: 'f'.repeat(32) },
}
const session: ClaimedSession = {
  lease: { sessionId: 'session-1', token: 7 },
  organizationId,
  prompt: 'What is wrong?',
  context: { any: ['thing'] },
  origin: { kind: 'manual', id: null },
  createdAt: 1,
  asOf: 2,
  record: [],
}

const script: ResolvedScript = {
  state: 'mapped',
  index: 'f'.repeat(64),
  mapUrl: null,
  resolvedWith: 'debug-id',
  detail: null,
}

/** A control plane that knows one object of each kind and records calls. */
function createControlPlane(told: unknown[]): ControlPlaneApi {
  const note = (...what: unknown[]) => {
    told.push(what)
    return Promise.resolve()
  }
  const claimable = [session, { ...session, lease: { sessionId: 'session-2', token: 1 } }]
  return {
    keys: {
      findDsnKey: (publicKey) => Promise.resolve(publicKey === 'public' ? owner : undefined),
      findApiKey: (secret) => Promise.resolve(secret === 'secret' ? person : undefined),
    },
    browser: { sessions: { findSession: (secret) => Promise.resolve(secret === 'cookie' ? person : undefined) } },
    projects: { findProject: (_, id) => Promise.resolve(id === '42' ? project : undefined) },
    settings: {
      readSettings: ({ version }) => Promise.resolve(version === 1 ? defaultProjectSettings : undefined),
      readCurrentSettings: () => Promise.resolve(defaultProjectSettings),
    },
    issues: {
      findIssue: (_, id) => Promise.resolve(id === issue.id ? issue : undefined),
      findIssues: (_, ids) => Promise.resolve(new Map(ids.includes(issue.id) ? [[issue.id, issue]] : [])),
      findIssueIds: (_, [first]) =>
        Promise.resolve(new Map(first ? [[`${first.projectId}:${first.fingerprint}`, issue.id]] : [])),
    },
    sourceMaps: { resolveScripts: ({ scripts }) => Promise.resolve(scripts.map(() => script)) },
    resymbolications: {
      claimPage: () => Promise.resolve(resymbolication),
      moveFingerprints: (moves) => Promise.resolve(moves.map(({ from }) => from === 'old')),
      finishPage: (progress) => note('finished page', progress.projectId),
    },
    warnings: {
      report: (source, warnings, vitals) =>
        void note('warned', source, warnings.length, ...(vitals === undefined ? [] : vitals.roles)),
      list: () => [],
      processes: () => [],
    },
    sightings: { recordSightings: (sightings) => note('sightings', sightings.length) },
    eventDeletions: {
      listDeletions: ({ afterId }) => Promise.resolve(afterId === '' ? [deletion] : []),
      finishDeletion: (id) => note('finished', id),
    },
    projectDeletions: {
      listProjectDeletions: ({ afterId }) => Promise.resolve(afterId === '' ? [projectDeletion] : []),
      finishProjectDeletion: (id) => note('finished project', id),
    },
    sessionWork: {
      claimSessions: ({ max }) => Promise.resolve(claimable.splice(0, max)),
      renewLease: () => Promise.reject(new ServiceError('conflict', { detail: 'The lease is lost' })),
      appendStep: (...step) => note('step', ...step),
      endTurn: (...turn) => note('turn', ...turn),
    },
  }
}

const listThings = defineRoute({
  id: 'listThings',
  method: 'get',
  path: '/api/v1/telemetry/query/things/',
  tag: 'Things',
  summary: 'Things',
  scope: 'telemetry:read',
  rateLimit: 'query',
  query: Open({ limit: Type.Optional(Type.Integer({ maximum: 10 })) }),
  status: 200,
  response: Closed({ organization: Type.String(), limit: Type.Integer() }),
})
const changeThings = defineRoute({ ...listThings, id: 'changeThings', method: 'post', scope: 'keys:write' })

describe('calls between services', () => {
  let server: HttpServer
  let url: string
  let told: unknown[]

  const start = async (handlers: InternalHandlers) => {
    const app = createShell({
      log: silentLog,
      metrics: createMetrics(),
      keys: { findDsnKey: () => Promise.resolve(undefined), findApiKey: () => Promise.resolve(undefined) },
      rateLimits: createRateLimits({ queryPerMinute: 10, ingestPerMinute: 10 }),
      routes: [],
      routers: [createInternalRouter({ token, handlers })],
    })
    server = createHttpServer({ app, host: '127.0.0.1', port: 0, log: silentLog })
    await server.start()
    url = `http://127.0.0.1:${server.address().port}`
  }
  const ask = (options: { token?: string } = {}) =>
    createInternalClient({ baseUrl: url, token, timeoutMs: 15_000, ...options })
  const remote = () => createRemoteControlPlane(ask())

  beforeEach(async () => {
    told = []
    await start({
      ...createControlPlaneHandlers(createControlPlane(told)),
      ...createRouteHandler([
        createRoute(listThings, ({ caller, query }) => ({
          organization: caller.organizationId,
          limit: query.limit ?? 0,
        })),
        createRoute(changeThings, () => ({ organization: '', limit: 0 })),
      ]),
    })
  })
  afterEach(() => server.stop())

  it('return the same as in one process', async () => {
    const { keys, sessions, projects, settings, issues } = remote()
    expect(await keys.findDsnKey('public')).to.deep.equal(owner)
    expect(await keys.findDsnKey('made up')).to.equal(undefined)
    expect(await keys.findApiKey('secret')).to.deep.equal(person)
    expect(await keys.findApiKey('made up')).to.equal(undefined)
    expect(await sessions.findSession('cookie')).to.deep.equal(person)
    expect(await projects.findProject(organizationId, '42')).to.deep.equal(project)
    expect(await projects.findProject(organizationId, '43')).to.equal(undefined)
    expect(await settings.readSettings({ projectId, version: 1 })).to.deep.equal(defaultProjectSettings)
    expect(await settings.readSettings({ projectId, version: 2 })).to.equal(undefined)
    expect(await settings.readCurrentSettings(projectId)).to.deep.equal(defaultProjectSettings)
    expect(await issues.findIssue(organizationId, issue.id)).to.deep.equal(issue)
    expect(await issues.findIssue(organizationId, createId())).to.equal(undefined)
    expect(await issues.findIssues(organizationId, [issue.id])).to.deep.equal(new Map([[issue.id, issue]]))
    expect(await issues.findIssueIds(organizationId, [{ projectId, fingerprint: 'f' }])).to.deep.equal(
      new Map([[`${projectId}:f`, issue.id]]),
    )
  })

  it('transfer work in both directions: sightings in bounded parts, sessions one by one, errors by their code', async () => {
    const { sightings, sessionWork, projectDeletions, reportWarnings } = remote()
    const sighting: Sighting = {
      ...{ organizationId, projectId, fingerprint: '0'.repeat(32), previousFingerprint: '', title: '', culprit: '' },
      ...{ level: 'error', platform: 'node', firstSeenAt: 1, release: '', environment: '', releases: [] },
    }
    await sightings.recordSightings(Array.from({ length: 1_001 }, () => sighting))
    expect(told.splice(0)).to.deep.equal([
      ['sightings', 1_000],
      ['sightings', 1],
    ])
    expect(await projectDeletions.listProjectDeletions({ afterId: '', max: 5 })).to.deep.equal([projectDeletion])
    await projectDeletions.finishProjectDeletion('project-1')
    expect(told.splice(0)).to.deep.equal([['finished project', 'project-1']])
    const warning = { organizationId: '', projectId: '', subject: '', detail: 'Full', count: 1, since: 1, lastAt: 1 }
    await reportWarnings('ingest-1', [{ kind: 'log_full', ...warning }], createVitals(['ingest']).read())
    expect(told.splice(0)).to.deep.equal([['warned', 'ingest-1', 1, 'ingest']])
    const claimed = await sessionWork.claimSessions({ owner: 'worker', leaseMs: 1_000, max: 5 })
    expect(claimed.map(({ lease }) => lease.sessionId)).to.deep.equal(['session-1', 'session-2'])
    expect(claimed[0]).to.deep.equal(session)
    const { lease } = session
    await sessionWork.endTurn(lease, { status: 'failed', reason: 'no time' })
    expect(told).to.deep.equal([['turn', lease, { status: 'failed', reason: 'no time' }]])
    const lost: unknown = await sessionWork.renewLease(lease, 1_000).catch((error: unknown) => error)
    expect(lost).to.be.instanceOf(ServiceError).that.includes({ code: 'conflict', detail: 'The lease is lost' })
  })

  it('are rejected without the token, before the request is read', async () => {
    for (const authorization of ['', 'Bearer wrong', `Bearer ${token}x`, `Basic ${token}`]) {
      const res = await fetch(`${url}/internal/v1/findApiKeys`, { method: 'POST', headers: { authorization } })
      expect(res.status).to.equal(401)
    }
    const failure: unknown = await createRemoteControlPlane(ask({ token: 'wrong' }))
      .ping()
      .catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(ServiceError).with.property('code', 'unavailable')
  })

  it('fail as unavailable if nobody answers, something else answers, or the response is malformed', async () => {
    const codeOf = (error: unknown) => (error instanceof ServiceError ? error.code : String(error))
    const client = createInternalClient({ baseUrl: 'http://127.0.0.1:1', token })
    expect(await client.call('ping', {}).catch(codeOf)).to.equal('unavailable')
    const stranger = createInternalClient({ baseUrl: `${url}/elsewhere`, token })
    expect(await stranger.call('ping', {}).catch(codeOf)).to.equal('unavailable')
    await server.stop()
    await start({ findProject: () => ({ project: { id: 1 } }) as never })
    expect(await ask().call('findProject', { organizationId, idOrNumber: '42' }).catch(codeOf)).to.equal('unavailable')
    expect(await ask().call('ping', {}).catch(codeOf)).to.equal('unavailable')
  })

  it('time out', async () => {
    await server.stop()
    await start({ ping: () => new Promise(() => undefined) })
    const client = createInternalClient({ baseUrl: url, token, timeoutMs: 50 })
    const failure: unknown = await client.call('ping', {}).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(ServiceError).with.property('code', 'unavailable')
  })

  it('are rejected if malformed', async () => {
    const res = await fetch(`${url}/internal/v1/findProject`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({ organizationId }),
    })
    expect(res.status).to.equal(400)
    expect(await res.json()).to.have.nested.property('errors[0].name', '/idOrNumber')
  })

  it('can call routes for one organization, read-only', async () => {
    const call = createRemoteCaller({ query: ask(), controlPlane: ask() })
    const caller = { ...person, scopes: new Set<ApiScope>(['telemetry:read', 'keys:write']) }
    expect(await call(listThings, { query: { limit: 3 } }, caller)).to.deep.equal({
      organization: organizationId,
      limit: 3,
    })
    const refusal = async (promise: Promise<unknown>) => {
      const error: unknown = await promise.catch((thrown: unknown) => thrown)
      return error instanceof ServiceError ? error : new Error('not refused')
    }
    expect(await refusal(call(listThings, { query: { limit: 11 } }, caller))).to.include({ code: 'invalid-parameters' })
    expect(await refusal(call(listThings, {}, { ...caller, scopes: new Set() }))).to.include({ code: 'forbidden' })
    expect(await refusal(call(changeThings, {}, caller))).to.include({ code: 'forbidden' })
  })
})
