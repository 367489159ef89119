import { defaultProjectSettings, limits, ServiceError } from '@signalbox/contracts'
import { expect } from 'chai'
import { cacheControlPlane, type ControlPlaneDirectories } from '../../src/index.js'

const { cache } = limits.internal
const fingerprints = [{ projectId: 'p', fingerprint: 'f' }]

/** A control plane that can be unreachable, and a cache with its own clock. */
function createFixture() {
  const state = { now: 0, wallNow: 1_000_000, isAway: false, questions: 0, isRevoked: false }
  const answer = <T>(value: T): Promise<T> => {
    state.questions += 1
    return state.isAway ? Promise.reject(new ServiceError('unavailable')) : Promise.resolve(value)
  }
  const project = { id: 'p', number: 1, name: 'shop' }
  const rights = { organizationId: 'o', queryLimitPerMinute: null, ingestLimitPerMinute: null }
  const caller = { ...rights, keyId: 'k', scopes: new Set<never>(), expiresAt: 2_000_000 }
  const person = { ...caller, actor: { kind: 'member', id: 'm', name: 'n' } as const, sessionId: 's', csrfToken: 't' }
  const owner = { ...rights, keyId: 'k', project, settingsVersion: 0, allowedDomains: [], projectQuotas: [] }
  const remote: ControlPlaneDirectories = {
    keys: {
      findDsnKey: () => answer(state.isRevoked ? undefined : { ...owner, keyQuotas: [] }),
      findApiKey: () => answer(state.isRevoked ? undefined : caller),
    },
    sessions: { findSession: () => answer(state.isRevoked ? undefined : person) },
    projects: { findProject: () => answer(project) },
    settings: {
      readSettings: () => answer(defaultProjectSettings),
      readCurrentSettings: () => answer(defaultProjectSettings),
    },
    issues: {
      findIssue: () => answer(undefined),
      findIssues: () => answer(new Map()),
      findIssueIds: () => answer(new Map([['p:f', 'issue']])),
    },
  }
  const remembered = cacheControlPlane(remote, { steady: () => state.now, wall: () => state.wallNow })
  const questions = {
    dsnKey: () => remembered.keys.findDsnKey('k'),
    apiKey: () => remembered.keys.findApiKey('k'),
    session: () => remembered.sessions.findSession('k'),
    project: () => remembered.projects.findProject('o', 'p'),
    settings: () => remembered.settings.readSettings({ projectId: 'p', version: 1 }),
    currentSettings: () => remembered.settings.readCurrentSettings('p'),
  }
  return { state, questions, issues: remembered.issues }
}

describe('cacheControlPlane', () => {
  it('caches what it has just loaded', async () => {
    const { state, questions } = createFixture()
    for (const find of Object.values(questions)) expect(await find()).to.not.equal(undefined)
    for (const find of Object.values(questions)) await find()
    expect(state.questions).to.equal(Object.keys(questions).length)
  })

  it('rejects keys revoked ten seconds ago', async () => {
    const { state, questions } = createFixture()
    const { dsnKey, apiKey, session } = questions
    for (const find of [dsnKey, apiKey, session]) await find()
    state.isRevoked = true
    state.now += 10_000 - limits.internal.lookupMs
    for (const find of [dsnKey, apiKey, session]) expect(await find()).to.equal(undefined)
  })

  it('rejects keys and sessions that have expired since, although the control plane is unreachable', async () => {
    const { state, questions } = createFixture()
    const { apiKey, session } = questions
    for (const find of [apiKey, session]) await find()
    state.isAway = true
    state.wallNow = 2_000_000 - 1
    for (const find of [apiKey, session]) expect(await find()).to.not.equal(undefined)
    state.wallNow = 2_000_000
    for (const find of [apiKey, session]) expect(await find()).to.equal(undefined)
  })

  it('works without the control plane: with DSN keys for a day, with API keys and sessions for an hour', async () => {
    const { state, questions } = createFixture()
    const { dsnKey, apiKey, session } = questions
    for (const find of Object.values(questions)) await find()
    state.isAway = true
    state.now = cache.accessStaleMs - 1
    for (const find of Object.values(questions)) expect(await find()).to.not.equal(undefined)
    state.now = cache.accessStaleMs + cache.pauseMs
    for (const find of [apiKey, session]) {
      expect(await find().catch((error: unknown) => error)).to.be.instanceOf(ServiceError)
    }
    state.now = cache.intakeStaleMs - 1
    expect(await dsnKey()).to.not.equal(undefined)
    state.now = cache.intakeStaleMs + cache.pauseMs
    expect(await dsnKey().catch((error: unknown) => error)).to.be.instanceOf(ServiceError)
  })

  it('returns events with cached issues while the control plane is unreachable, and does not call it for a moment', async () => {
    const { state, issues } = createFixture()
    const known = new Map([['p:f', 'issue']])
    expect(await issues.findIssueIds('o', fingerprints)).to.deep.equal(known)
    state.isAway = true
    const others = [...fingerprints, { projectId: 'p', fingerprint: 'unknown' }]
    expect(await issues.findIssueIds('o', others)).to.deep.equal(known)
    expect(await issues.findIssueIds('o', others)).to.deep.equal(known)
    expect(state.questions).to.equal(2)
    state.now += cache.accessStaleMs
    expect(await issues.findIssueIds('o', others)).to.deep.equal(new Map())
  })
})
