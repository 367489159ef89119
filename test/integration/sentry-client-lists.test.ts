import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { eventually } from '../support/eventually.js'
import { startInProcess, type InProcessSignalbox } from '../support/in-process-signalbox.js'
import { postEnvelope } from '../support/post-envelope.js'
import { runSentryTool, sentryTools } from '../support/sentry-tools.js'

describe('lists of Sentry clients', () => {
  let signalbox: InProcessSignalbox
  let home: string
  before(async () => {
    signalbox = await startInProcess()
    home = await mkdtemp(join(tmpdir(), 'sentry-lists-'))
    const { number } = signalbox.project
    const seconds = Date.now() / 1_000
    const log = { timestamp: seconds, level: 'warn', body: 'the queue is long', trace_id: 'a'.repeat(32) }
    const lines = [
      {},
      { type: 'log', item_count: 1, content_type: 'application/vnd.sentry.items.log+json' },
      { items: [log] },
      { type: 'check_in' },
      { check_in_id: 'b'.repeat(32), monitor_slug: 'nightly-export', status: 'ok' },
    ]
    const body = lines.map((line) => JSON.stringify(line)).join('\n')
    await postEnvelope(signalbox.url, signalbox.project, body)
    await signalbox.sendEvent('c'.repeat(32), 'the shelf is empty')
    await eventually(async () => {
      expect((await signalbox.call('GET', '/api/v1/issues/')).body)
        .to.have.property('issues')
        .with.length(1)
      expect(await signalbox.readColumn('logs', 'body')).to.have.length(1)
      expect(await signalbox.readColumn('check_ins', 'monitor_slug')).to.have.length(1)
    })
    const path = `/api/v1/telemetry/projects/${number}/repositories/`
    expect((await signalbox.call('POST', path, { full_name: 'acme/shop' })).status).to.equal(201)
  })
  after(async () => {
    await signalbox.close()
    await rm(home, { recursive: true, force: true })
  })

  const ask = (program: string, ...args: string[]) => {
    const { url, apiKey, project } = signalbox
    return runSentryTool(program, args, { url, apiKey, project: project.number, home })
  }

  for (const [name, program] of Object.entries(sentryTools)) {
    const plural = name === 'sentry' ? '' : 's'
    it(`${name} lists monitors, logs, issues and repositories`, async () => {
      expect(await ask(program, `monitor${plural}`, 'list')).to.include('nightly-export')
      expect(await ask(program, `log${plural}`, 'list')).to.include('the queue is long')
      expect(await ask(program, `issue${plural}`, 'list')).to.include('the shelf is empty')
      expect(await ask(program, `repo${plural}`, 'list')).to.include('acme/shop')
    })
  }

  it('search logs by level, and name unsupported search terms', async () => {
    const { 'sentry-cli 3': program } = sentryTools
    expect(await ask(program, 'logs', 'list', '--query', 'level:warn "queue is"')).to.include('the queue is long')
    expect(await ask(program, 'logs', 'list', '--query', 'level:error')).to.not.include('the queue is long')
    const path = '/api/0/organizations/default/events/'
    const refused = await signalbox.call('GET', `${path}?dataset=logs&query=shelf_number:4`)
    expect([refused.status, (refused.body as { detail: string }).detail]).to.deep.equal([
      400,
      'query shelf_number: logs can be searched by project, trace, release, environment, service, level and text only',
    ])
    expect((await signalbox.call('GET', `${path}?dataset=spans`)).status).to.equal(400)
  })

  it('show a project, and none of another organization', async () => {
    const project = await signalbox.call('GET', `/api/0/projects/default/${signalbox.project.number}/`)
    expect(project.body).to.include({ id: String(signalbox.project.number), status: 'active' })
    expect((await signalbox.call('GET', '/api/0/organizations/others/issues/')).status).to.equal(404)
    expect((await signalbox.call('GET', '/api/0/organizations/default/issues/?project=77')).status).to.equal(404)
  })
})
