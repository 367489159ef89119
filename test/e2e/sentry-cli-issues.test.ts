import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ListedIssue, SessionSummary, WorkflowRunSummary } from '@signalbox/contracts'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { sentryTools } from '../support/sentry-tools.js'
import { startSignalbox, type Project, type SignalboxProcess } from '../support/signalbox-process.js'

const run = promisify(execFile)
const cli = sentryTools['sentry-cli 2']

describe('an unchanged sentry-cli, with issues, events and deploys', () => {
  let signalbox: SignalboxProcess
  let project: Project
  let home: string

  const sentryCli = async (...args: string[]) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: home,
      SENTRY_URL: signalbox.url,
      SENTRY_AUTH_TOKEN: signalbox.apiKey,
      SENTRY_ORG: 'default',
      SENTRY_PROJECT: 'web-shop',
      SENTRY_DSN: project.dsn,
      SENTRY_DISABLE_UPDATE_CHECK: '1',
    }
    return (await run(cli, args, { env, timeout: 30_000 })).stdout
  }
  const readIssues = async (query = '') => {
    const path = `/api/v1/issues/?project_id=${project.id}&query=${encodeURIComponent(query)}`
    return (await signalbox.get<{ issues: ListedIssue[] }>(path)).issues
  }
  const statuses = async () => Object.fromEntries((await readIssues()).map(({ title, status }) => [title, status]))

  before(async () => {
    signalbox = await startSignalbox()
    project = await signalbox.createProject('Web shop')
    home = await mkdtemp(join(tmpdir(), 'signalbox-cli-'))
    for (const name of ['first', 'second', 'third']) {
      await sentryCli('send-event', '-m', `${name} failure`, '-f', name, '-t', `part:${name}`, '-u', `id:${name}`)
    }
    await eventually(async () => {
      expect(await readIssues()).to.have.length(3)
    })
  })
  after(async () => {
    await signalbox.dispose()
    await rm(home, { recursive: true, force: true })
  })

  it('shows who it is, its organization and its projects', async () => {
    expect(await sentryCli('info'))
      .to.contain(signalbox.url)
      .and.to.contain('issues:read')
    expect(await sentryCli('organizations', 'list')).to.match(/\| default +\|/)
    expect(await sentryCli('projects', 'list')).to.contain('web-shop')
  })

  it('lists all issues, or those of a search', async () => {
    const all = await sentryCli('issues', 'list')
    for (const title of ['first failure', 'second failure', 'third failure']) expect(all).to.contain(title)
    expect(all).to.contain('WEB-SHOP-1')
    const found = await sentryCli('issues', 'list', '--query', 'part:second')
    expect(found).to.contain('second failure').and.not.to.contain('first failure')
  })

  it('resolves one issue, mutes, reopens, and resolves all', async () => {
    const [second] = await readIssues('part:second')
    const number = second?.short_id.split('-').pop() ?? ''
    await sentryCli('issues', 'resolve', '-i', number)
    const one = { 'first failure': 'unresolved', 'second failure': 'resolved', 'third failure': 'unresolved' }
    expect(await statuses()).to.deep.equal(one)
    await sentryCli('issues', 'mute', '-i', number)
    expect(await statuses()).to.include({ 'second failure': 'archived' })
    await sentryCli('issues', 'unresolve', '--status', 'muted')
    expect(await statuses()).to.include({ 'second failure': 'unresolved' })
    await sentryCli('issues', 'resolve', '--all')
    expect(Object.values(await statuses())).to.deep.equal(['resolved', 'resolved', 'resolved'])
  })

  it('lists events with tags and users', async () => {
    const events = await sentryCli('events', 'list', '--show-tags', '--show-user')
    expect(events).to.contain('first failure').and.to.contain('part: first').and.to.contain('ID: third')
  })

  it('records a deployment, which starts a session if a workflow waits for deployments', async () => {
    const workflow = await signalbox.call('POST', '/api/v1/workflows/', {
      name: 'Look after deployments',
      agent_name: 'triage',
      instruction: 'Is {{ deployment.version }} well in {{ deployment.environment }}?',
      triggers: [{ kind: 'deployment_created', name: 'deploys', filters: { environment: ['production'] } }],
    })
    expect(workflow.status).to.equal(201)
    const { id } = workflow.body as { id: string }
    await sentryCli('releases', 'new', 'web-shop@2.0.0')
    for (const environment of ['staging', 'production'])
      await sentryCli('releases', 'deploys', 'web-shop@2.0.0', 'new', '-e', environment)
    await eventually(async () => {
      const path = `/api/v1/workflows/${id}/runs/`
      const { workflow_runs: runs } = await signalbox.get<{ workflow_runs: WorkflowRunSummary[] }>(path)
      expect(runs.map((each) => each.trigger_name)).to.deep.equal(['deploys'])
    })
    await eventually(async () => {
      const { sessions } = await signalbox.get<{ sessions: SessionSummary[] }>('/api/v1/agent/sessions/')
      expect(sessions.map(({ prompt }) => prompt)).to.include('Is web-shop@2.0.0 well in production?')
    })
  })

  it('reports errors in a search, a project and an organization', async () => {
    const failing = async (...args: string[]) => {
      const failure: unknown = await sentryCli(...args).catch((error: unknown) => error)
      return failure instanceof Error ? failure.message : ''
    }
    expect(await failing('issues', 'list', '--query', 'is:solved')).to.contain('400')
    expect(await failing('issues', 'list', '--project', 'nothing')).to.match(/not found/i)
    expect(await failing('issues', 'list', '--org', 'nobody')).to.match(/not found/i)
  })
})
