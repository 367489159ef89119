import { expect } from 'chai'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedLog, type EventLog } from '../../src/index.js'
import { appendTexts, byTime, consume, openReader, reasonOf, record, recordOfBytes } from '../contract-records.js'
import { bundleProgram } from '../../../../test/support/bundle-program.js'
import { eventually } from '../../../../test/support/eventually.js'

describe('embedded log files', () => {
  let directory: string
  const opened: EventLog[] = []
  const openLog: typeof openEmbeddedLog = async (options) => {
    const log = await openEmbeddedLog(options)
    opened.push(log)
    return log
  }

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'event-log-disk-'))
  })

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((log) => log.close()))
    await rm(directory, { recursive: true })
  })

  const bytesOf = async (log: EventLog) => (await log.lag('readers'))[0]!.bytes!

  it('are locked: a second opener is rejected and does not disturb the first', async () => {
    const log = await openLog({ directory })
    const failure = await openEmbeddedLog({ directory }).catch((error: unknown) => error)
    expect(failure).to.have.property('reason', 'unavailable')
    expect(failure).to.have.property('message').that.includes('in use')
    await appendTexts(log, 'envelopes', ['still works'])
  })

  it('are locked against other processes', async () => {
    const child = await startAppending(directory)
    await once(child.stdout, 'data')
    const reason = await reasonOf(openEmbeddedLog({ directory }))
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(reason).to.equal('unavailable')
  })

  it('damaged by an unclean stop are rejected, with the file and what to do', async () => {
    await fillAndKill(directory)
    const damaged = join(directory, 'envelopes.0000000000000001.segment')
    await overwriteMiddle(damaged)
    const failure = await openEmbeddedLog({ directory }).catch((error: unknown) => error)
    expect(failure).to.have.property('reason', 'corrupt')
    expect(failure).to.have.property('message').that.includes(damaged).and.includes('restore')
  })

  it('that are not a database are rejected', async () => {
    await writeFile(join(directory, 'spans.db'), 'this is not a database, but long enough to look like a file of one')
    expect(await reasonOf(openEmbeddedLog({ directory }))).to.equal('corrupt')
  })

  it('are deleted once their records are consumed', async () => {
    const log = await openLog({ directory })
    const reader = await openReader(log, { ...byTime, rowsMax: 200 })
    for (let round = 0; round < 20; round += 1) {
      await log.append(
        'envelopes',
        Array.from({ length: 200 }, () => recordOfBytes(10_000)),
      )
      await consume(reader, 200)
    }
    await eventually(async () => {
      expect(await bytesOf(log)).to.equal(0)
    })
    // 40 MB were written. The file that is written to remains.
    expect(await segmentBytes(directory)).to.be.at.most(20_000_000)
  })

  it('reports the position of every group after a clean and after an unclean stop', async () => {
    const log = await openLog({ directory })
    const reader = await openReader(log)
    await appendTexts(log, 'envelopes', ['a', 'b'])
    await consume(reader, 2)
    await appendTexts(log, 'envelopes', ['c'])
    const left = `${directory}-left`
    await cp(directory, left, { recursive: true })
    await log.close()
    for (const one of [directory, left]) {
      const again = await openLog({ directory: one })
      expect(await again.lag('readers')).to.deep.include({
        topic: 'envelopes',
        partition: 0,
        committed: 3,
        records: 1,
        bytes: 13,
      })
      expect(await again.bounds('envelopes')).to.deep.equal([{ partition: 0, start: 3, end: 4 }])
      await again.close()
    }
    await rm(left, { recursive: true })
  })

  it('retains records until the slowest group has committed them', async () => {
    const log = await openLog({ directory })
    const slow = await openReader(log, byTime, 'slow')
    const reader = await openReader(log)
    await appendTexts(log, 'envelopes', ['a', 'b'])
    await consume(reader, 2)
    expect(await bytesOf(log)).to.be.greaterThan(0)
    await consume(slow, 2)
    await eventually(async () => {
      expect(await bytesOf(log)).to.equal(0)
    })
  })

  it('reports the stored bytes after a clean stop', async () => {
    const log = await openLog({ directory })
    await openReader(log)
    await appendTexts(log, 'envelopes', ['a', 'b'])
    const bytes = await bytesOf(log)
    await log.close()
    const again = await openLog({ directory, diskBytesMax: bytes + 1 })
    expect(await bytesOf(again)).to.equal(bytes)
    expect(await reasonOf(again.append('spans', [record('too much')]))).to.equal('full')
  })

  it('reports a full disk, and recovers once consumed records free space', async () => {
    const log = await openLog({ directory, fileBytesMax: 800_000 })
    const reader = await openReader(log)
    let stored = 0
    let reason = 'no failure'
    while (reason === 'no failure') {
      reason = await reasonOf(log.append('envelopes', [recordOfBytes(100_000)]))
      stored += reason === 'no failure' ? 1 : 0
    }
    expect(reason).to.equal('full')
    expect(stored).to.be.greaterThan(3)
    await appendTexts(log, 'spans', ['other topics go on'])
    await consume(reader, stored)
    await eventually(() => log.append('envelopes', [recordOfBytes(100_000)]))
  })

  it('commits group positions even if a concurrent append finds the disk full', async () => {
    const log = await openLog({ directory, fileBytesMax: 800_000 })
    const reader = await openReader(log)
    await appendTexts(log, 'envelopes', ['a'])
    const batch = (await reader.nextBatch('envelopes'))!
    const append = reasonOf(log.append('envelopes', [recordOfBytes(2_000_000)]))
    await Promise.all([reader.plan(batch), reader.commit(batch)])
    expect(await append).to.equal('full')
  })
})

async function startAppending(directory: string) {
  const program = await bundleProgram(join(import.meta.dirname, 'append-until-killed.ts'))
  return spawn(process.execPath, ['--conditions=@signalbox/source', program, directory, 'x'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

async function fillAndKill(directory: string): Promise<void> {
  const child = await startAppending(directory)
  let bytes = 0
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > 10_000) {
      child.kill('SIGKILL')
    }
  })
  await once(child, 'close')
}

async function overwriteMiddle(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  const { size } = await handle.stat()
  await handle.write(Buffer.alloc(8_192, 0xff), 0, 8_192, Math.floor(size / 2))
  await handle.close()
}

async function segmentBytes(directory: string): Promise<number> {
  const files = (await readdir(directory)).filter((name) => name.endsWith('.segment'))
  const sizes = await Promise.all(files.map(async (name) => (await stat(join(directory, name))).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}
