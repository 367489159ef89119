import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { databaseFile, defaultSecretKeyFile, openControlPlane } from '@signalbox/control-plane'
import { expect } from 'chai'
import { moveControlPlane, refuseUsedTarget, TargetInUse } from '../../src/promote/move-control-plane.js'

const publicUrl = 'http://localhost'
const now = Date.UTC(2026, 4, 17)

describe('moveControlPlane', () => {
  let directory: string
  let from: string
  let to: string

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-promote-'))
    from = join(directory, 'old')
    to = join(directory, 'new')
    const controlPlane = openControlPlane({ dataDirectory: from, publicUrl })
    controlPlane.bootstrap('a-key-that-people-have')
    controlPlane.close()
  })
  afterEach(() => rm(directory, { recursive: true }))

  it('copies everything to its new place and leaves the old one unchanged', async () => {
    const rows = await moveControlPlane({ from, to, replace: false, now })
    expect(rows).to.include({ organizations: 1, api_keys: 1 })
    const moved = openControlPlane({ dataDirectory: to, publicUrl })
    expect(await moved.keys.findApiKey('a-key-that-people-have')).not.to.equal(undefined)
    moved.close()
    expect(existsSync(join(from, databaseFile))).to.equal(true)
  })

  it('refuses a place that has a control plane, unless told to put it aside', async () => {
    await moveControlPlane({ from, to, replace: false, now })
    expect(() => {
      refuseUsedTarget({ to, replace: false })
    }).to.throw(TargetInUse, '--replace')
    const failure = await moveControlPlane({ from, to, replace: false, now }).catch((error: unknown) => error)
    expect(failure).to.be.instanceOf(TargetInUse)
    await moveControlPlane({ from, to, replace: true, now })
    // The keys were sent twice and stored once.
    const [kept, moved] = await Promise.all([from, to].map((at) => readFile(defaultSecretKeyFile(at), 'utf8')))
    expect(moved).to.equal(kept)
    const files = await readdir(to)
    expect(files.filter((file) => file.includes('replaced'))).to.have.length(1)
    expect(files.filter((file) => file.includes('promotion'))).to.deep.equal([])
  })
})
