import { expect } from 'chai'
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const script = join(import.meta.dirname, 'support/list-loaded.ts')

describe('an installation in one process', () => {
  let directory: string

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'loaded-libraries-'))
  })

  afterEach(() => rm(directory, { recursive: true }))

  it('loads no Kafka or Redis client at startup', async () => {
    const { stdout } = await run(
      process.execPath,
      ['--import=tsx', '--conditions=@signalbox/source', script, 'express', 'kafkajs', 'ioredis', 'rate-limit-redis'],
      { env: { PATH: process.env['PATH'], SIGNALBOX_DATA_DIR: directory } },
    )
    expect(JSON.parse(stdout)).to.deep.equal({ started: ['express'], withKafka: ['express', 'kafkajs'] })
  })
})
