import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createValidator, WorkflowFile, type WorkflowSummary } from '@signalbox/contracts'
import { expect } from 'chai'
import { startRealServer, type RealServer } from '../support/real-server.js'

const triage = `name: Triage
agent_name: investigator
instruction: |
  Look at {{ issue.title }}.
  Say what broke.
triggers:
  - name: new issues
    kind: issue_created
    filters:
      level: [error, fatal]
`
const nightly = `name: "Nightly: all services"
agent_name: investigator
description: 'no'
status: disabled
repository: acme/shop
instruction: Compare the last day with the day before.
concurrency: skip
timeout_seconds: 600
retry: { max_attempts: 3, base_seconds: 5 }
triggers:
  - { name: every night, kind: schedule, cron: 30 2 * * *, time_zone: Europe/Berlin }
`

describe('signalbox workflows', () => {
  let server: RealServer
  let folder: string
  before(async () => {
    server = await startRealServer()
    folder = mkdtempSync(join(tmpdir(), 'workflows-'))
  })
  after(() => {
    server.stop()
    server.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(async () => {
    const { code, err } = await apply('', '--prune')
    expect(code, err).to.equal(0)
  })

  const apply = (input: string, ...args: string[]) => server.run(['workflows', 'apply', '-f', '-', ...args], { input })
  const list = async () =>
    (JSON.parse((await server.run(['workflows', 'list', '--json'])).out) as { items: WorkflowSummary[] }).items

  describe('apply', () => {
    it('creates new workflows and changes nothing when applied again', async () => {
      const first = await apply(`${triage}---\n${nightly}`)
      expect(first).to.deep.equal({ code: 0, out: '+ create Triage\n+ create Nightly: all services\n', err: '' })
      expect((await list()).map(({ name, status }) => [name, status])).to.have.deep.members([
        ['Triage', 'active'],
        ['Nightly: all services', 'disabled'],
      ])
      const second = await apply(`${triage}---\n${nightly}`)
      expect(second.out).to.equal('= keep Triage\n= keep Nightly: all services\n')
    })

    it('changes only differences, and resets omitted fields to their default', async () => {
      await apply(nightly)
      const { out } = await apply('{ name: "Nightly: all services", agent_name: other, instruction: Rest. }')
      expect(out).to.match(/^~ change Nightly: all services\n/)
      for (const line of ['- investigator', '+ other', '+ active', '- 600', '+ 3600', '- acme/shop', '+ null']) {
        expect(out).to.contain(`    ${line}\n`.replace(/^ {4}/, '    '))
      }
      expect((await list())[0]).to.include({ agent_name: 'other', status: 'active', description: '' })
    })

    it('shows with --dry-run what would change, line by line, and changes nothing', async () => {
      await apply(triage)
      const { code, out, err } = await apply(triage.replace('what broke', 'who broke it'), '--dry-run', '--prune')
      expect({ code, err }).to.deep.equal({ code: 0, err: 'Dry run: nothing was changed.\n' })
      expect(out).to.equal('~ change Triage\n    instruction:\n    - Say what broke.\n    + Say who broke it.\n')
      expect((await apply(triage)).out).to.equal('= keep Triage\n')
    })

    it('deletes workflows that are in no file only with --prune', async () => {
      await apply(`${triage}---\n${nightly}`)
      expect((await apply(triage)).out).to.equal('= keep Triage\n')
      expect(await list()).to.have.length(2)
      expect((await apply(triage, '--prune')).out).to.equal('= keep Triage\n- delete Nightly: all services\n')
      expect((await list()).map(({ name }) => name)).to.deep.equal(['Triage'])
    })

    it('reads every YAML file in a folder, including subfolders', async () => {
      writeFileSync(join(folder, 'a.yaml'), triage)
      writeFileSync(join(folder, 'b.yml'), `---\n${nightly}---\n# nothing\n`)
      writeFileSync(join(folder, 'c.txt'), 'not: one')
      expect((await server.run(['workflows', 'apply', '-f', folder])).out.match(/create/g)).to.have.length(2)
    })

    const faults: [what: string, source: string, message: RegExp][] = [
      ['a field that is not known', `${triage}colour: red\n`, /\(standard input\):11: colour is not a known field/],
      ['a wrong value', nightly.replace('600', 'soon'), /:8: timeout_seconds must be/],
      ['a wrong value deep within', triage.replace('fatal', '7'), /:10: triggers\.0\.filters\.level/],
      ['a field that is missing', 'name: A\ninstruction: B\n', /:1: agent_name is required/],
      ['a fault of the second document', `${triage}---\n- 1\n`, /:1[12]: the document must be object/],
      ['text that is not YAML', 'name: [\n', /:\d+: /],
      ['an alias', 'name: &a X\nagent_name: *a\ninstruction: I\n', /[aA]lias/],
      ['one name twice', `${triage}---\n${triage}`, /several workflows are named Triage: .*:1, .*:1[12]/],
    ]
    for (const [what, source, message] of faults) {
      it(`rejects ${what}, with file, line and field, and changes nothing`, async () => {
        const { code, out, err } = await apply(source)
        expect({ code, out }).to.deep.equal({ code: 1, out: '' })
        expect(err).to.match(message)
        expect(await list()).to.deep.equal([])
      })
    }

    it("reports the server's own checks", async () => {
      const { code, err } = await apply(nightly.replace('Europe/Berlin', 'Europe/Nowhere'))
      expect(code).to.equal(1)
      expect(err).to.contain('/triggers/0/time_zone')
    })

    it('reports a missing file, and a folder without files', async () => {
      const missing = await server.run(['workflows', 'apply', '-f', join(folder, 'missing.yaml')])
      expect(missing.code).to.equal(2)
      expect(missing.err).to.contain('missing.yaml does not exist')
    })
  })

  it('exports all or one as YAML that changes nothing when applied', async () => {
    await apply(`${triage}---\n${nightly}`)
    const all = await server.run(['workflows', 'export'])
    expect(all.out)
      .to.contain('instruction: |\n  Look at {{ issue.title }}.\n')
      .and.not.to.contain('concurrency: allow')
    expect((await apply(all.out, '--prune')).out).to.match(/^= keep .*\n= keep .*\n$/)
    const one = await server.run(['workflows', 'export', 'Triage'])
    expect(one.out).to.contain('name: Triage').and.not.to.contain('Nightly')
    expect((await server.run(['workflows', 'export', 'None'])).code).to.equal(1)
  })

  it("runs a workflow, lists its runs and renders a run's instruction", async () => {
    await apply(triage)
    const context = JSON.stringify({ issue: { title: 'a crash' } })
    const rendered = await server.run(['workflows', 'render', 'Triage', '--context', context])
    expect(rendered).to.deep.equal({ code: 0, out: 'Look at a crash.\nSay what broke.\n\n', err: '' })
    expect((await server.run(['workflows', 'render', 'Triage'])).err).to.contain('issue.title')
    expect((await server.run(['workflows', 'runs', 'Triage'])).out).to.equal('No runs.\n')
    const started = await server.run(['workflows', 'run', 'Triage', '--context', context])
    expect(started.out).to.match(/^Run [0-9a-f-]{36} is running, executed by session [0-9a-f-]{36}\n$/)
    expect((await server.run(['workflows', 'runs', 'Triage'])).out).to.match(/running +manual/)
    expect((await server.run(['workflows', 'run', 'Triage', '--context', '[]'])).code).to.equal(2)
  })

  it('prints a schema that accepts valid files', async () => {
    const { code, out } = await server.run(['workflows', 'schema'])
    expect(code).to.equal(0)
    expect(JSON.parse(out)).to.deep.include({ type: 'object', additionalProperties: false })
    expect(createValidator(WorkflowFile)({ name: 'A', agent_name: 'B', instruction: 'C' }).ok).to.equal(true)
  })
})
