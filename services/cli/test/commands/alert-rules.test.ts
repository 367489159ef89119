import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  alertRuleKinds,
  AlertRuleRequest,
  createId,
  createValidator,
  type Alert,
  type AlertRule,
} from '@signalbox/contracts'
import { expect } from 'chai'
import { addAlert } from '../../../../test/support/add-alert.js'
import { openStore } from '../../../control-plane/src/control-plane-store.js'
import { startRealServer, type RealServer } from '../support/real-server.js'
import { now } from '../support/run.js'

const errors = `name: Errors
kind: error_rate
value: 50
level: warning
for_minutes: 5
`
const jobs = `name: "Jobs: all"
kind: check_ins
severity: critical
is_active: false
`

describe('signalbox alert-rules', () => {
  let server: RealServer
  before(async () => {
    server = await startRealServer()
  })
  after(() => {
    server.stop()
    server.remove()
  })
  beforeEach(async () => {
    const { code, err } = await apply('', '--prune')
    expect(code, err).to.equal(0)
  })

  const apply = (input: string, ...args: string[]) =>
    server.run(['alert-rules', 'apply', '-f', '-', ...args], { input })
  const list = async () =>
    (JSON.parse((await server.run(['alert-rules', 'list', '--json'])).out) as { items: AlertRule[] }).items

  it('apply creates new rules, and changes nothing when applied again', async () => {
    const first = await apply(`${errors}---\n${jobs}`)
    expect(first).to.deep.equal({ code: 0, out: '+ create Errors\n+ create Jobs: all\n', err: '' })
    expect((await list()).map(({ name, is_active }) => [name, is_active])).to.have.deep.members([
      ['Errors', true],
      ['Jobs: all', false],
    ])
    expect((await apply(`${errors}---\n${jobs}`)).out).to.equal('= keep Errors\n= keep Jobs: all\n')
  })

  it('apply changes only differences, and removes fields that a file omits', async () => {
    await apply(errors)
    const { out } = await apply('{ name: Errors, kind: error_rate, measure: share, value: 0.5 }')
    expect(out).to.match(/^~ change Errors\n/)
    for (const line of [
      '    - 50\n    + 0.5\n',
      '    level:\n    - warning\n    + null\n',
      '    for_minutes:\n    - 5\n    + 0\n',
    ]) {
      expect(out).to.contain(line)
    }
    expect((await list())[0]).to.deep.include({ measure: 'share', value: 0.5, for_minutes: 0 })
  })

  it('apply --dry-run shows what would change, and changes nothing', async () => {
    await apply(errors)
    const { out, err } = await apply(jobs, '--dry-run', '--prune')
    expect(out).to.equal('+ create Jobs: all\n- delete Errors\n')
    expect(err).to.equal('Dry run: nothing was changed.\n')
    expect(await list()).to.have.length(1)
  })

  it('apply names file, line and field of all faults, and changes nothing', async () => {
    const { code, err } = await apply(`${errors}---\nname: x\nkind: check_ins\nstatuses: [ok]\nother: 1\n`)
    expect(code).to.equal(1)
    expect(err).to.contain('the alert rules could not be read')
    expect(err).to.match(/\(standard input\):9: statuses\.0 must be one of/)
    expect(err).to.match(/\(standard input\):\d+: other is not a known field/)
    expect(await list()).to.deep.equal([])
  })

  it("apply reports the server's rejection by its field", async () => {
    const { code, err } = await apply('{ name: x, kind: error_rate, value: 1, resolve_value: 2 }')
    expect([code, err]).to.satisfy(([exit, text]: [number, string]) => exit === 1 && text.includes('/resolve_value'))
  })

  it("list shows the rules' states; mute, unmute and delete change them by name", async () => {
    await apply(`${errors}---\n${jobs}`)
    expect((await server.run(['alert-rules', 'mute', 'Errors', '--for', '30'])).out).to.match(/^Muted Errors until 20/)
    const { out } = await server.run(['alert-rules', 'list'])
    expect(out)
      .to.match(/Jobs: all +check_ins +off/)
      .and.to.match(/Errors +error_rate +ok \(muted\)/)
    expect((await server.run(['alert-rules', 'unmute', 'Errors'])).out).to.equal('Unmuted Errors\n')
    expect((await server.run(['alert-rules', 'delete', 'Errors'])).out).to.equal('Deleted Errors\n')
    expect((await server.run(['alert-rules', 'mute', 'Errors', '--for', '1'])).code).to.equal(1)
    expect((await server.run(['alert-rules', 'mute', 'Jobs: all', '--for', 'x'])).code).to.equal(2)
  })

  it('test measures a rule', async () => {
    await apply('{ name: New, kind: new_issues, value: -1 }')
    expect((await server.run(['alert-rules', 'test', 'New'])).out).to.equal('The condition holds.\n! 0\n')
    const { out } = await server.run(['alert-rules', 'test', 'New', '--json', '--at', '2026-01-01T00:00:00Z'])
    expect(JSON.parse(out)).to.deep.include({ at: '2026-01-01T00:00:00.000Z', has_data: true })
  })

  it('schema prints the schema that files are validated against', async () => {
    const { out } = await server.run(['alert-rules', 'schema'])
    const { oneOf } = JSON.parse(out) as { oneOf: unknown[] }
    expect(oneOf).to.have.length(alertRuleKinds.length)
    expect(createValidator(AlertRuleRequest)({ name: 'x', kind: 'check_ins' }).ok).to.equal(true)
  })

  it('the examples in the documentation can be applied, one of each kind', async () => {
    const text = readFileSync(new URL('../../../../docs/alerts.md', import.meta.url), 'utf8')
    const examples = /```yaml\n([^`]*)```/.exec(text)?.[1] ?? ''
    const { code, out, err } = await apply(examples.replace(/^project_id:.*\n/m, ''), '--dry-run')
    expect(code, err).to.equal(0)
    expect(out.match(/^\+ create /gm)).to.have.length(examples.split(/^---$/m).length)
    for (const kind of alertRuleKinds) expect(examples).to.contain(`kind: ${kind}`)
  })

  describe('alerts', () => {
    let id: string
    before(() => {
      const directory = join(server.directory, 'control-plane')
      const store = openStore(directory)
      const organization_id = store.organizations.findFirst()?.id ?? ''
      store.close()
      const subject = { subject_key: 'a', subject: 'prod/shop/pay', severity: 'critical' } as const
      id = addAlert(directory, { organization_id, opened_at: now - 1_000, value: 3, peak_value: 4, ...subject })
    })

    it('are listed, shown and acknowledged', async () => {
      const { out } = await server.run(['alerts', 'list', '--state', 'firing'])
      expect(out).to.match(/firing +critical +Errors +prod\/shop\/pay +3 +/)
      expect((await server.run(['alerts', 'list', '--state', 'resolved'])).out).to.equal('No alerts.\n')
      expect((await server.run(['alerts', 'acknowledge', id])).out).to.match(/^Errors was acknowledged by \S/)
      expect((await server.run(['alerts', 'show', id])).out).to.match(/peak_value: +4\n/)
      const { out: json } = await server.run(['alerts', 'show', id, '--json'])
      expect(JSON.parse(json) as Alert).to.deep.include({ id, acknowledged_at: new Date(now).toISOString() })
      expect((await server.run(['alerts', 'show', createId(now)])).code).to.equal(1)
    })
  })
})
