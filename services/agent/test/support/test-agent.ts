import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  apiScopes,
  cancelAgentSession,
  createAgentSession,
  readAgentSession,
  type RouteContract,
  type SessionCreated,
  type SessionDetail,
} from '@signalbox/contracts'
import { openControlPlane, type ControlPlane } from '@signalbox/control-plane'
import {
  createLocalCaller,
  type ApiCaller,
  type LocalCaller,
  type LocalRequest,
  type SessionWork,
} from '@signalbox/service-kit'
import { eventually } from '../../../../test/support/eventually.js'
import { createAgentRole, type AgentRole, type AgentRoleOptions } from '../../src/sessions/agent-role.js'
import { plentyOfBudget } from './scripted-session.js'

/** A control plane with its own storage, and agents that work for it. */
export class TestAgent {
  /** The control plane's current time, Unix milliseconds. */
  now = Date.UTC(2026, 0, 1)
  readonly #directory = mkdtempSync(join(tmpdir(), 'agent-'))
  readonly controlPlane: ControlPlane
  readonly work: SessionWork
  readonly #call: LocalCaller
  readonly #caller: ApiCaller
  readonly #roles: AgentRole[] = []

  constructor() {
    this.controlPlane = openControlPlane({
      dataDirectory: this.#directory,
      publicUrl: 'http://signalbox.test',
      clock: () => this.now,
    })
    this.work = this.controlPlane.sessionWork
    this.#call = createLocalCaller(this.controlPlane.routes)
    const { organizationId } = this.controlPlane.bootstrap('root-key-of-the-test')
    const limits = { queryLimitPerMinute: null, ingestLimitPerMinute: null }
    this.#caller = { keyId: 'test', organizationId, scopes: new Set(apiScopes), ...limits }
  }

  /** An agent with a short polling interval. */
  start(options: Partial<AgentRoleOptions> & Pick<AgentRoleOptions, 'engines'>): AgentRole {
    const role = createAgentRole({
      work: this.work,
      apiFor: () => ({ call: () => Promise.reject(new Error('no question was expected')) }),
      budget: plentyOfBudget,
      sessionsAtOnce: 4,
      clock: () => this.now,
      pollMs: 5,
      retryPauses: [1, 1],
      ...options,
    })
    this.#roles.push(role)
    role.start()
    return role
  }

  /** The same work as seen by another process: without change notifications. */
  remoteWork(): SessionWork {
    return {
      claimSessions: (request) => this.work.claimSessions(request),
      renewLease: (lease, leaseMs) => this.work.renewLease(lease, leaseMs),
      appendStep: (...step) => this.work.appendStep(...step),
      endTurn: (lease, turn) => this.work.endTurn(lease, turn),
    }
  }

  async create(prompt = 'Why?'): Promise<string> {
    const { session_id: id } = (await this.#ask(createAgentSession, { body: { prompt } })) as SessionCreated
    return id
  }

  async read(id: string): Promise<SessionDetail> {
    return (await this.#ask(readAgentSession, { params: { session_id: id } })) as SessionDetail
  }

  async cancel(id: string): Promise<void> {
    await this.#ask(cancelAgentSession, { params: { session_id: id } })
  }

  /** The session, once it has ended. */
  ended(id: string): Promise<SessionDetail> {
    return eventually(
      async () => {
        const detail = await this.read(id)
        if (detail.status === 'active') throw new Error('the session is still active')
        return detail
      },
      { everyMs: 5 },
    )
  }

  async close(): Promise<void> {
    await Promise.all(this.#roles.map((role) => role.stop()))
    this.controlPlane.close()
    rmSync(this.#directory, { recursive: true, force: true })
  }

  #ask(contract: RouteContract, request: LocalRequest): Promise<unknown> {
    return this.#call(contract, request, this.#caller)
  }
}
