import { expect } from 'chai'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbeddedLog } from '../../src/index.js'
import { byTime, openReader, takeBatch } from '../contract-records.js'
import { bundleProgram } from '../../../../test/support/bundle-program.js'

const KILLS = 5

describe('embedded log, killed while it appends', () => {
  let directory: string

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'event-log-kill-'))
  })

  afterEach(() => rm(directory, { recursive: true }))

  it('contains every acknowledged record exactly once after each kill -9', async () => {
    const acknowledged: string[] = []
    for (let kill = 0; kill < KILLS; kill += 1) {
      acknowledged.push(...(await appendAndKill(directory, `life${kill}`, 300 + 200 * kill)))
    }
    const stored = await readIds(directory)
    expect(new Set(stored).size).to.equal(stored.length)
    const kept = new Set(stored)
    expect(acknowledged.filter((id) => !kept.has(id))).to.deep.equal([])
    expect(acknowledged.length).to.be.greaterThan(KILLS * 300)
  })
})

/** Kills the appending process once it has acknowledged `count` records. @returns all acknowledged ids. */
async function appendAndKill(directory: string, prefix: string, count: number): Promise<string[]> {
  const program = await bundleProgram(join(import.meta.dirname, 'append-until-killed.ts'))
  const child: ChildProcess = spawn(process.execPath, ['--conditions=@signalbox/source', program, directory, prefix], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output.split('\n').length > count) {
      child.kill('SIGKILL')
    }
  })
  await once(child, 'close')
  // The last line may be truncated by the kill.
  return output.split('\n').slice(0, -1)
}

async function readIds(directory: string): Promise<string[]> {
  const log = await openEmbeddedLog({ directory })
  try {
    const reader = await openReader(log, { ...byTime, waitMs: 0 })
    const [lag] = await log.lag('readers')
    const ids: string[] = []
    while (ids.length < lag!.records) {
      const batch = await takeBatch(reader)
      ids.push(...batch.records.map(({ headers }) => headers['id'] ?? 'no id'))
    }
    return ids
  } finally {
    await log.close()
  }
}
