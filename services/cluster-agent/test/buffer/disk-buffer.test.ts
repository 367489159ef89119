import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { gunzipSync } from 'node:zlib'
import { expect } from 'chai'
import { openDiskBuffer, type DiskBuffer } from '../../src/buffer/disk-buffer.js'
import { bundleProgram } from '../../../../test/support/bundle-program.js'

/** Removes everything, oldest first. */
async function drain(buffer: DiskBuffer): Promise<string[]> {
  const texts: string[] = []
  for (;;) {
    const batch = await buffer.oldest()
    if (batch === undefined) return texts
    texts.push(gunzipSync(batch.body).toString())
    await batch.remove()
  }
}

describe('openDiskBuffer', () => {
  let directory: string
  const open = (bytesMax = 1e9) => openDiskBuffer({ directory, bytesMax })

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'signalbox-buffer-'))
  })
  afterEach(() => rm(directory, { recursive: true }))

  it('returns batches in order, also after reopening', async () => {
    const buffer = await open()
    for (const text of ['a', 'b', 'c']) await buffer.append(text, 1)
    await (await buffer.oldest())?.remove()
    const again = await open()
    await again.append('d', 4)
    expect(again.state().batches).to.equal(3)
    expect(await drain(again)).to.deep.equal(['b', 'c', 'd'])
    expect(again.state()).to.deep.equal({ batches: 0, bytes: 0, samplesDropped: 0 })
    expect(await readdir(directory)).to.deep.equal([])
  })

  it('drops the oldest batches when it is full, and counts their samples', async () => {
    const sizeOfOne = await (async () => {
      const probe = await open()
      await probe.append('same length 0', 10)
      const { bytes } = probe.state()
      await drain(probe)
      return bytes
    })()
    const buffer = await open(3 * sizeOfOne)
    for (let number = 1; number <= 5; number += 1) await buffer.append(`same length ${number}`, 10)
    expect(buffer.state()).to.deep.equal({ batches: 3, bytes: 3 * sizeOfOne, samplesDropped: 20 })
    expect(await drain(buffer)).to.deep.equal(['same length 3', 'same length 4', 'same length 5'])
  })

  it('skips a corrupted batch, and counts its samples', async () => {
    const buffer = await open()
    await buffer.append('damaged', 7)
    await buffer.append('whole', 1)
    const [first = ''] = (await readdir(directory)).sort()
    await truncate(join(directory, first), 9)
    expect(await drain(buffer)).to.deep.equal(['whole'])
    expect(buffer.state().samplesDropped).to.equal(7)
  })

  it('removes the remains of an interrupted write, and leaves other files alone', async () => {
    await writeFile(join(directory, '000000000009-3.json.gz.new'), 'half')
    await writeFile(join(directory, 'notes.txt'), 'mine')
    const buffer = await open()
    expect(buffer.state().batches).to.equal(0)
    expect(await readdir(directory)).to.deep.equal(['notes.txt'])
  })

  it('retains every acknowledged batch completely when the process is killed', async () => {
    const program = await bundleProgram(join(import.meta.dirname, 'append-until-killed.ts'))
    const child = spawn(process.execPath, [program, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    let kept = 0
    for await (const line of createInterface({ input: child.stdout })) {
      kept = Number(line)
      if (kept === 25) child.kill('SIGKILL')
    }
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    const numbers = (await drain(await open())).map((text) => (JSON.parse(text) as { number: number }).number)
    // One more may have been finished before its message was sent.
    expect(numbers.slice(0, kept)).to.deep.equal(Array.from({ length: kept }, (_, index) => index + 1))
    expect(numbers.length).to.be.within(kept, kept + 1)
  })
})
