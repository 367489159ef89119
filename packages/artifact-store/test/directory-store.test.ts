import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { copyDirectory, createDirectoryStore } from '@signalbox/artifact-store'
import { describeBlobStore } from './support/store-contract.js'

describe('createDirectoryStore', () => {
  let directory = ''
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'artifacts-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  describeBlobStore(() => createDirectoryStore(directory))

  it('stores one file for repeated writes', async () => {
    const store = createDirectoryStore(directory)
    const key = { area: 'files', name: 'a'.repeat(64) } as const
    await Promise.all([store.put(key, Buffer.from('one')), store.put(key, Buffer.from('one'))])
    expect(await readdir(join(directory, 'files', 'aa'))).to.deep.equal([key.name])
  })

  it('removes half-written files of a crash, but none that may be in progress', async () => {
    const store = createDirectoryStore(directory)
    await store.put({ area: 'files', name: 'a'.repeat(64) }, Buffer.from('one'))
    await writeFile(join(directory, 'unfinished', 'half'), 'ha')
    await store.removeUnfinished(Date.now() - 3_600_000)
    expect(await readdir(join(directory, 'unfinished'))).to.deep.equal(['half'])
    await store.removeUnfinished(Date.now() + 3_600_000)
    expect(await readdir(join(directory, 'unfinished'))).to.deep.equal([])
  })

  it('is copied into another store, without unfinished files', async () => {
    const store = createDirectoryStore(join(directory, 'old'))
    const key = { area: 'indexes', name: 'a'.repeat(64) } as const
    await store.put(key, Buffer.from('one'))
    await writeFile(join(directory, 'old', 'unfinished', 'b'.repeat(64)), 'half')
    const other = createDirectoryStore(join(directory, 'new'))
    await copyDirectory(join(directory, 'old'), other)
    await copyDirectory(join(directory, 'nothing'), other)
    expect((await other.read(key))?.toString()).to.equal('one')
    expect(await other.has({ area: 'indexes', name: 'b'.repeat(64) })).to.equal(false)
  })
})
