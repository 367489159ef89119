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

  it('leaves one file of what was put several times', async () => {
    const store = createDirectoryStore(directory)
    const key = { area: 'files', name: 'a'.repeat(64) } as const
    await Promise.all([store.put(key, Buffer.from('one')), store.put(key, Buffer.from('one'))])
    expect(await readdir(join(directory, 'files', 'aa'))).to.deep.equal([key.name])
  })

  it('is copied into another store, without what was never finished', async () => {
    const store = createDirectoryStore(join(directory, 'old'))
    const key = { area: 'indexes', name: 'a'.repeat(64) } as const
    await store.put(key, Buffer.from('one'))
    await writeFile(join(directory, 'old', 'indexes', 'aa', `${key.name}.1.part`), 'half')
    const other = createDirectoryStore(join(directory, 'new'))
    await copyDirectory(join(directory, 'old'), other)
    await copyDirectory(join(directory, 'nothing'), other)
    expect((await other.read(key))?.toString()).to.equal('one')
    expect(await readdir(join(directory, 'new', 'indexes', 'aa'))).to.deep.equal([key.name])
  })
})
