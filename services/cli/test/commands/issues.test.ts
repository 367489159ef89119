import { expect } from 'chai'
import { startRealServer, type RealServer } from '../support/real-server.js'
import { now } from '../support/run.js'

describe('signalbox issues', () => {
  let server: RealServer

  /** Issues SHOP-1, SHOP-2 and SHOP-3. */
  beforeEach(async () => {
    server = await startRealServer()
    const { controlPlane, organizationId } = server
    const project = await controlPlane.projects.findProject(organizationId, '1')
    for (const number of [1, 2, 3]) {
      const fingerprint = String(number).padStart(32, '0')
      const sighting = {
        organizationId,
        projectId: project?.id ?? '',
        fingerprint,
        previousFingerprint: '',
        title: `Failure ${number}\u001b[2J`,
        culprit: 'pay.js',
        level: 'error',
        platform: 'node',
        firstSeenAt: now + number,
        release: 'web@1',
        environment: '',
        releases: [{ release: 'web@1', lastReceivedAt: now }],
      }
      await controlPlane.sightings.recordSightings([sighting])
    }
  })
  afterEach(() => {
    server.stop()
    server.remove()
  })

  const issues = async (args: string[], input = '') => server.run(['issues', ...args], { input })
  const stateOf = async (name: string) => /State +(.*)/.exec((await issues(['show', name])).out)?.[1]

  it('lists unresolved issues as a table, and others by a search', async () => {
    const { code, out, err } = await issues(['list'])
    expect({ code, err }).to.deep.equal({ code: 0, err: '' })
    expect(out.split('\n').slice(0, 2)).to.deep.equal([
      'ISSUE      STATE  LEVEL  EVENTS  USERS  LAST SEEN  TITLE',
      'DEFAULT-3  new    error  0       0      -          Failure 3\ufffd[2J',
    ])
    expect((await issues(['list', '--query', 'is:resolved'])).out).to.equal('No matching issues.\n')
    expect((await issues(['list', '--limit', '1'])).err).to.equal(
      '1 of 3 shown: continue with --after 1, or list more at once with --limit.\n',
    )
    const { items: listed } = JSON.parse((await issues(['list', '--json'])).out) as { items: unknown[] }
    expect(listed).to.have.length(3)
  })

  it('locates the fault in a search', async () => {
    const { code, err } = await issues(['list', '--query', 'is:unresolved level:'])
    expect(code).to.equal(1)
    expect(err).to.contain('query at character 21: expected a value')
  })

  it('shows one issue', async () => {
    const { out } = await issues(['show', 'default-2'])
    expect(out)
      .to.match(/^Failure 2/)
      .and.to.contain('Issue          DEFAULT-2\n')
    expect((await issues(['show', 'DEFAULT-9'])).err).to.contain('No such issue: DEFAULT-9')
  })

  it('resolves, reopens and archives', async () => {
    const resolved = await issues(['resolve', 'DEFAULT-1', 'DEFAULT-2', '--in-release', 'web@2'])
    expect(resolved.out).to.equal('DEFAULT-1 is resolved (release web@2)\nDEFAULT-2 is resolved (release web@2)\n')
    await issues(['resolve', 'DEFAULT-1', '--in-next-release'])
    expect(await stateOf('DEFAULT-1')).to.equal('resolved (next_release web@1)')
    await issues(['unresolve', 'DEFAULT-1'])
    expect(await stateOf('DEFAULT-1')).to.equal('unresolved (reopened)')
    await issues(['archive', 'DEFAULT-1'])
    expect(await stateOf('DEFAULT-1')).to.equal('archived (escalating)')
    await issues(['archive', 'DEFAULT-1', '--events', '7'])
    expect(await stateOf('DEFAULT-1')).to.equal('archived (events 7)')
    await issues(['archive', 'DEFAULT-1', '--forever'])
    expect(await stateOf('DEFAULT-1')).to.equal('archived (forever)')
    expect((await issues(['archive', 'DEFAULT-1', '--events', 'many'])).code).to.equal(2)
    expect((await issues(['archive', 'DEFAULT-1', '--forever', '--events', '7'])).code).to.equal(2)
  })

  it('assigns to members only', async () => {
    const { code, err } = await issues(['assign', 'nobody@example.com', 'DEFAULT-1'])
    expect({ code, err }).to.deep.equal({
      code: 1,
      err: 'signalbox: no member has the address nobody@example.com\n',
    })
    expect((await issues(['assign', 'none', 'DEFAULT-1'])).code).to.equal(0)
  })

  it('comments and merges', async () => {
    expect((await issues(['comment', 'DEFAULT-1', 'known'])).out).to.match(/^[0-9a-f-]{36}\n$/)
    expect((await issues(['merge', 'DEFAULT-1', 'DEFAULT-2'])).out).to.equal('DEFAULT-1 now contains 2 issues\n')
    expect((await issues(['show', 'DEFAULT-2'])).out).to.contain('Issue          DEFAULT-1\n')
  })

  it('deletes and discards only after confirmation', async () => {
    const refused = await issues(['delete', 'DEFAULT-1'], 'no\n')
    expect(refused.code).to.equal(1)
    expect(refused.err).to.contain('Delete DEFAULT-1 with all events?').and.to.contain('nothing was deleted')
    expect((await issues(['delete', 'DEFAULT-1'])).code).to.equal(1)
    expect(await issues(['delete', 'DEFAULT-1'], 'yes\n')).to.include({ code: 0, out: '1 deleted\n' })
    expect((await issues(['discard', 'DEFAULT-2', 'DEFAULT-3', '--yes'])).out).to.equal('2 deleted\n')
    expect((await issues(['list'])).out).to.equal('No matching issues.\n')
  })
})
