import { expect } from 'chai'
import { IssueWorld } from '../support/issue-world.js'

describe('an issue resolved', () => {
  let world: IssueWorld
  before(() => {
    world = new IssueWorld()
  })
  after(() => {
    world.close()
  })
  beforeEach(() => {
    world.projectId = world.createProject()
  })

  const stateOf = (print: number) => {
    const { status, reason } = world.issueOf(print)
    return `${status} ${reason}`
  }

  it('now regresses with the first event received later, and is announced once', async () => {
    await world.sight(1)
    world.change(1, { status: 'resolved' })
    expect(stateOf(1)).to.equal('resolved now')
    await world.sight(1, { release: 'a' })
    expect(stateOf(1)).to.equal('unresolved regressed')
    expect(world.issueOf(1).status_changed_at).to.equal(world.now)
    const receivedAt = new Date(world.now).toISOString()
    await world.sight(1)
    expect(world.comebacks(1)).to.equal(1)
    const [, regressed, ...others] = world.activities(1)
    expect(others).to.deep.equal([])
    expect(regressed).to.deep.include({ kind: 'regressed', actor: { kind: 'system', id: '', name: '' } })
    expect(regressed?.details).to.deep.equal({ release: 'a', received_at: receivedAt })
  })

  it('does not regress with events received before, however often and late they are read', async () => {
    await world.sight(1)
    const before = world.now
    world.change(1, { status: 'resolved' })
    for (const lastReceivedAt of [before, before + 500, before + 1_000]) await world.sight(1, { lastReceivedAt })
    expect(stateOf(1)).to.equal('resolved now')
    await world.sight(1, { lastReceivedAt: before + 1_001 })
    expect(stateOf(1)).to.equal('unresolved regressed')
  })

  it('regresses each time it is resolved again, but not by earlier events', async () => {
    await world.sight(1)
    for (const times of [1, 2, 3]) {
      world.change(1, { status: 'resolved' })
      await world.sight(1)
      const lastReceivedAt = world.now
      expect(world.comebacks(1)).to.equal(times)
      world.change(1, { status: 'resolved' })
      await world.sight(1, { lastReceivedAt })
      expect(stateOf(1), 'a redelivery').to.equal('resolved now')
    }
  })

  describe('in a release', () => {
    for (const [mark, older, newer] of [
      ['shop@1.10.0', ['shop@1.9.9', 'shop@1.10.0-rc.1'], ['shop@1.10.0', 'shop@1.10.1', 'shop@2.0.0']],
      ['1.2.3', ['1.2.2', '0.9.0'], ['1.2.3', '1.3.0']],
      ['shop@1.0.0+7', ['shop@1.0.0+6'], ['shop@1.0.0+7', 'shop@1.0.0+8']],
    ] as const) {
      it(`${mark} regresses with ${newer.join(', ')}, not with ${older.join(', ')} or without a release`, async () => {
        // Seen in the opposite order.
        for (const release of [...newer].reverse()) await world.sight(9, { release })
        for (const release of ['', ...older]) {
          await world.sight(1, { release })
          world.change(1, { status: 'resolved', resolve_in: 'release', release: mark })
          await world.sight(1, { release })
          expect(stateOf(1), release).to.equal('resolved release')
        }
        for (const release of newer) {
          world.change(1, { status: 'resolved', resolve_in: 'release', release: mark })
          await world.sight(1, { release })
          expect(stateOf(1), release).to.equal('unresolved regressed')
        }
      })
    }

    it('with an unordered name regresses with releases first seen later', async () => {
      await world.sight(9, { release: 'b1' })
      await world.sight(9, { release: 'aa' })
      await world.sight(9, { release: '9c' })
      await world.sight(1)
      world.change(1, { status: 'resolved', resolve_in: 'release', release: 'aa' })
      await world.sight(1, { release: 'b1' })
      expect(stateOf(1)).to.equal('resolved release')
      await world.sight(1, { release: '9c' })
      expect(stateOf(1)).to.equal('unresolved regressed')
    })

    it('that is unknown regresses with it and with releases first seen after it was named', async () => {
      await world.sight(1, { release: 'old' })
      world.change(1, { status: 'resolved', resolve_in: 'release', release: 'fix' })
      await world.sight(1, { release: 'old' })
      expect(stateOf(1)).to.equal('resolved release')
      await world.sight(1, { release: 'fix' })
      expect(stateOf(1)).to.equal('unresolved regressed')
      world.change(1, { status: 'resolved', resolve_in: 'release', release: 'fix-2' })
      await world.sight(1, { release: 'fix' })
      expect(stateOf(1)).to.equal('resolved release')
      await world.sight(1, { release: 'later' })
      expect(stateOf(1)).to.equal('unresolved regressed')
    })

    it('defaults to the newest known one: by version, not to a late patch of an old one', async () => {
      await world.sight(1, { release: 'shop@2.0.0' })
      await world.sight(1, { release: 'shop@1.9.1' })
      world.change(1, { status: 'resolved', resolve_in: 'release' })
      expect(world.issueOf(1).resolved_release).to.equal('shop@2.0.0')
    })
  })

  describe('in the next release', () => {
    it('regresses with a new and newer release, not with known ones', async () => {
      await world.sight(9, { release: 'shop@2.0.0' })
      await world.sight(9, { release: 'other' })
      await world.sight(1, { release: 'shop@1.0.0' })
      world.change(1, { status: 'resolved', resolve_in: 'next_release' })
      for (const release of ['shop@1.0.0', 'shop@2.0.0', 'other', '']) await world.sight(1, { release })
      expect(stateOf(1)).to.equal('resolved next_release')
      await world.sight(1, { release: 'shop@0.9.0' })
      await world.sight(1, { release: 'shop@2.0.1' })
      expect(stateOf(1)).to.equal('unresolved regressed')
      expect(world.activities(1).at(-1)?.details.release).to.equal('shop@2.0.1')
    })

    it('does not regress with a patch of an older version', async () => {
      await world.sight(1, { release: 'shop@2.0.0' })
      world.change(1, { status: 'resolved', resolve_in: 'next_release' })
      await world.sight(1, { release: 'shop@1.9.1' })
      expect(stateOf(1)).to.equal('resolved next_release')
    })

    it('treats a release as known if it sent events before the resolution, even if they are read later', async () => {
      await world.sight(1, { release: 'a' })
      const before = world.now
      world.change(1, { status: 'resolved', resolve_in: 'next_release' })
      await world.sight(1, { release: 'b', firstReceivedAt: before })
      expect(stateOf(1)).to.equal('resolved next_release')
      await world.sight(1, { release: 'c' })
      expect(stateOf(1)).to.equal('unresolved regressed')
    })

    it('regresses with any release if none was known', async () => {
      await world.sight(1)
      world.change(1, { status: 'resolved', resolve_in: 'next_release' })
      expect(world.issueOf(1).resolved_release).to.equal(null)
      await world.sight(1, { release: 'first' })
      expect(stateOf(1)).to.equal('unresolved regressed')
    })
  })

  it('regresses by a new version of its fingerprint too', async () => {
    await world.sight(1)
    world.change(1, { status: 'resolved' })
    world.now += 1_000
    await world.recorder.recordSightings([
      world.sighting(2, [{}], { previousFingerprint: world.sighting(1).fingerprint }),
    ])
    expect(world.issueOf(2).id).to.equal(world.issueOf(1).id)
    expect(stateOf(1)).to.equal('unresolved regressed')
  })

  it('is left alone once archived', async () => {
    await world.sight(1)
    world.change(1, { status: 'resolved' })
    world.change(1, { status: 'archived' })
    await world.sight(1)
    expect(stateOf(1)).to.equal('archived escalating')
    expect(world.comebacks(1)).to.equal(0)
  })
})
