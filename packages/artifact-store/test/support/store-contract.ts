import { createHash, randomBytes } from 'node:crypto'
import type { BlobKey, BlobStore } from '@signalbox/artifact-store'
import { expect } from 'chai'

/** The guarantees of every store. @param open Returns the same store at each call, like several processes. */
export function describeBlobStore(open: () => BlobStore): void {
  const keyOf = (text: string): BlobKey => {
    return { area: 'files', name: createHash('sha256').update(text).digest('hex') }
  }

  it('returns stored blobs, across processes, and handles concurrent writes', async () => {
    const bytes = randomBytes(3_000_000)
    const key = keyOf('large')
    await Promise.all([open().put(key, bytes), open().put(key, bytes)])
    expect((await open().read(key))?.equals(bytes)).to.equal(true)
    expect(await open().has(key)).to.equal(true)
  })

  it('stores empty blobs and views of larger buffers correctly', async () => {
    await open().put(keyOf('empty'), new Uint8Array())
    expect(await open().read(keyOf('empty'))).to.have.length(0)
    await open().put(keyOf('part'), Buffer.from('not this one').subarray(4, 8))
    expect((await open().read(keyOf('part')))?.toString()).to.equal('this')
  })

  it('finds nothing that was never stored or has been removed', async () => {
    const key = keyOf('removed')
    expect([await open().has(key), await open().read(key)]).to.deep.equal([false, undefined])
    await open().put(key, Buffer.from('one'))
    await open().remove(key)
    await open().remove(key)
    expect([await open().has(key), await open().read(key)]).to.deep.equal([false, undefined])
  })

  it('separates areas', async () => {
    const { name } = keyOf('apart')
    await open().put({ area: 'files', name }, Buffer.from('file'))
    expect(await open().read({ area: 'indexes', name })).to.equal(undefined)
  })

  it("lists an area's blobs, each once, with their modification time", async () => {
    const keys = Array.from({ length: 3 }, (_, at) => ({ ...keyOf(`listed ${at}`), area: 'indexes' as const }))
    for (const key of keys) await open().put(key, Buffer.from('x'))
    const listed: { name: string; writtenAt: number }[] = []
    for await (const blob of open().list('indexes')) listed.push(blob)
    expect(listed.map(({ name }) => name).sort()).to.deep.equal(keys.map(({ name }) => name).sort())
    // Server clocks differ, and some report only seconds.
    for (const { writtenAt } of listed) expect(writtenAt).to.be.closeTo(Date.now(), 600_000)
    for await (const blob of open().list('chunks')) throw new Error(`${blob.name} is not there`)
  })

  it('rejects invalid names, so that none escapes the area', async () => {
    for (const name of ['../../../etc/passwd', '', 'a/b', '.'.repeat(20)]) {
      const error: unknown = await open()
        .put({ area: 'files', name }, Buffer.from('x'))
        .catch((cause: unknown) => cause)
      expect(error, name).to.be.instanceOf(TypeError)
    }
  })
}
