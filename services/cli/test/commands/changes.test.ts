import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { limits, type Change, type ChangeItem, type Deployment } from '@signalbox/contracts'
import { expect } from 'chai'
import { batchChanges } from '../../src/commands/batch-changes.js'
import { startRealServer, type RealServer } from '../support/real-server.js'

let server: RealServer

function useRealServer(): void {
  before(async () => {
    server = await startRealServer()
  })
  after(() => {
    server.stop()
    server.remove()
  })
}

/** A repository with these commits, oldest first: each writes its files. */
function createRepository(commits: { message: string; files: Record<string, string> }[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'repository-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', ...args], {
      cwd: directory,
      env: {
        PATH: process.env['PATH'],
        GIT_COMMITTER_DATE: '2026-05-31T12:00:00+02:00',
        GIT_CONFIG_GLOBAL: '/dev/null',
      },
    })
  git('init', '--quiet')
  for (const { message, files } of commits) {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text)
    git('add', '.')
    git('commit', '--quiet', '-m', message)
  }
  return directory
}

describe('signalbox changes', () => {
  useRealServer()
  let directory: string
  before(() => {
    directory = createRepository([
      { message: 'First', files: { 'a.txt': 'one\n' } },
      { message: 'Raise the limit\n\nBecause.', files: { 'a.txt': 'two\n', 'größe "b".txt': 'b\n' } },
      { message: 'Add much', files: { 'c.txt': 'x'.repeat(200_000) } },
    ])
  })
  after(() => {
    rmSync(directory, { recursive: true, force: true })
  })

  const list = async () => {
    const { out } = await server.run(['changes', 'list', '--since', '7d', '--json'])
    return (JSON.parse(out) as { items: Change[] }).items
  }
  const record = (...args: string[]) => server.run(['changes', 'record', '-C', directory, ...args])

  it('records the commits of a range with files and diffs, and overlapping ranges again', async () => {
    const where = ['--repository', 'acme/shop', '--service', 'pay']
    expect(await record('--from-git', 'HEAD~2..HEAD', ...where)).to.deep.equal({
      code: 0,
      out: '2 commits recorded\n',
      err: '',
    })
    expect((await record('--from-git', 'HEAD', ...where)).out).to.equal('3 commits recorded\n')
    const changes = await list()
    expect(changes.map(({ title }) => title)).to.have.members(['First', 'Raise the limit', 'Add much'])
    const raised = changes.find(({ title }) => title === 'Raise the limit')
    expect(raised).to.deep.include({
      kind: 'commit',
      occurred_at: '2026-05-31T10:00:00.000Z',
      repository: 'acme/shop',
      service: 'pay',
      author: 'Ann',
      files: ['a.txt', 'größe "b".txt'],
      diff_cut: false,
    })
    expect(raised?.diff).to.contain('-one\n+two\n')
    expect(changes.find(({ title }) => title === 'Add much')?.diff_cut).to.equal(true)
    const table = await server.run(['changes', 'list', '--since', '7d'])
    expect(table.out).to.contain(raised?.id.slice(0, 12)).and.to.contain('Raise the limit')
  })

  it('omits diffs on request', async () => {
    await record('--from-git', 'HEAD~1..HEAD', '--repository', 'acme/private', '--no-diff')
    const [change] = (await list()).filter(({ repository }) => repository === 'acme/private')
    expect(change).to.deep.include({ diff: null, files: ['c.txt'] })
  })

  for (const range of ['nowhere..HEAD', '--output=/tmp/x']) {
    it(`fails for the range ${range} and records nothing`, async () => {
      const { code, out, err } = await record(`--from-git=${range}`)
      expect({ code, out }).to.deep.equal({ code: 1, out: '' })
      expect(err).to.match(/git failed|is not a range/)
    })
  }

  it('groups changes into requests of an accepted size', async () => {
    const diff = 'x'.repeat(limits.change.diffBytesMax)
    const source = async function* (): AsyncGenerator<ChangeItem> {
      for (let id = 0; id < 250; id += 1) {
        const small = { kind: 'commit', id: String(id), occurred_at: '2026-01-01', title: 't' } as const
        yield await Promise.resolve(id < 30 ? { ...small, diff } : small)
      }
    }
    const ids: string[] = []
    for await (const batch of batchChanges(source())) {
      expect(batch.length).to.be.within(1, limits.change.itemsMax)
      expect(Buffer.byteLength(JSON.stringify({ changes: batch }))).to.be.below(limits.body.jsonBytesMax)
      ids.push(...batch.map(({ id }) => id))
    }
    expect(ids).to.deep.equal(Array.from({ length: 250 }, (_, id) => String(id)))
  })
})

describe('signalbox deployments', () => {
  useRealServer()

  it('announces with every field, reports the result, and lists', async () => {
    const fields = {
      repository: 'acme/shop',
      status: 'running',
      service: 'pay',
      environment: 'production',
      release: '1.4.0',
      commit: 'abc1234',
      message: 'Raise the limit',
      ref: 'refs/heads/main',
      link: 'https://ci.test/1',
      'occurred-at': '2026-05-31T10:00:00.000Z',
    }
    const args = Object.entries(fields).flatMap(([name, value]) => [`--${name}`, value])
    const created = await server.run(['deployments', 'create', 'Ship 1.4.0', ...args])
    expect(created.out).to.match(/^[0-9a-f-]{36}\n$/)
    const id = created.out.trim()
    const changed = await server.run(['deployments', 'status', id, '--status', 'success'])
    expect(changed.out).to.equal(`${id} is now success\n`)
    const { out } = await server.run(['deployments', 'list', '--since', '7d', '--service', 'pay', '--json'])
    const [deployment] = (JSON.parse(out) as { items: Deployment[] }).items
    expect(deployment).to.deep.include({
      id,
      deployment_request: 'Ship 1.4.0',
      repository_full_name: 'acme/shop',
      status: 'success',
      environment: 'production',
      version: '1.4.0',
      commit_sha: 'abc1234',
      commit_message: 'Raise the limit',
      ref: 'refs/heads/main',
      external_url: 'https://ci.test/1',
      occurred_at: '2026-05-31T10:00:00.000Z',
    })
    expect(deployment?.session_id).to.be.a('string')
    expect((await server.run(['deployments', 'list', '--since', '7d'])).out).to.match(
      /success +pay +1\.4\.0 +Ship 1\.4\.0/,
    )
  })

  it('updates the announcement of a repeated pipeline', async () => {
    const args = ['--service', 'ci', '--commit', 'abcdef1', '--link', 'https://ci.test/9']
    const announce = (...more: string[]) => server.run(['deployments', 'create', 'Ship it', ...args, ...more])
    const failed = await announce('--status', 'failure')
    const again = await announce()
    expect(again).to.deep.equal(failed)
    const listed = await server.run(['deployments', 'list', '--service', 'ci', '--json'])
    const { items } = JSON.parse(listed.out) as { items: Deployment[] }
    expect(items.map(({ id, status }) => [id, status])).to.deep.equal([[again.out.trim(), 'success']])
  })

  it('ignores invalid commits, such as an empty variable', async () => {
    for (const commit of ['', 'main', 'abc123', 'f'.repeat(65)]) {
      const { code, err } = await server.run(['deployments', 'create', 'Ship it', '--commit', commit])
      expect(code).to.equal(2)
      expect(err).to.contain('It must be a commit SHA')
    }
  })

  it('records without a session on request', async () => {
    const { out } = await server.run(['deployments', 'create', 'Old', '--no-monitor', '--service', 'old'])
    const listed = await server.run(['deployments', 'list', '--service', 'old', '--json'])
    const [deployment] = (JSON.parse(listed.out) as { items: Deployment[] }).items
    expect(deployment).to.include({ id: out.trim(), session_id: null })
  })

  it("reports the server's errors and wrong usage", async () => {
    const { code, err } = await server.run(['deployments', 'create', 'x', '--repository', 'shop'])
    expect(code).to.equal(1)
    expect(err).to.contain('/repository_full_name')
    expect((await server.run(['deployments', 'create', 'x', '--status', 'done'])).code).to.equal(2)
    expect((await server.run(['deployments', 'status', 'x'])).code).to.equal(2)
  })
})
