import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { createDirectoryStore, type BlobStore } from '@signalbox/artifact-store'

describe('createDirectoryStore', () => {
  let directory = ''
  let store: BlobStore
  const key = { area: 'files', name: 'a'.repeat(64) } as const

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'artifacts-'))
    store = createDirectoryStore(directory)
  })
  afterEach(() => rm(directory, { recursive: true }))

  it('gives back what was put, and keeps what is put twice once', async () => {
    await Promise.all([store.put(key, Buffer.from('one')), store.put(key, Buffer.from('one'))])
    expect((await store.read(key))?.toString()).to.equal('one')
    expect(await readdir(join(directory, 'files', 'aa'))).to.deep.equal([key.name])
  })

  it('knows nothing of what was not put, and of what was removed', async () => {
    expect(await store.read(key)).to.equal(undefined)
    await store.put(key, Buffer.from('one'))
    await store.remove(key)
    await store.remove(key)
    expect([await store.has(key), await store.read(key)]).to.deep.equal([false, undefined])
  })

  it('refuses names that are none, so that none leads out of the directory', async () => {
    for (const name of ['../../../etc/passwd', '', 'a/b', '.'.repeat(20)]) {
      const error: unknown = await store.put({ area: 'files', name }, Buffer.from('x')).catch((cause: unknown) => cause)
      expect(error, name).to.be.instanceOf(TypeError)
    }
  })
})
