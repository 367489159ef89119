import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { belowNormal, nicenessMax } from '@signalbox/service-kit'
import { expect } from 'chai'
import type { BatchProcessor } from '../../src/processor/batch-processor.js'
import { createInlineProcessor } from '../../src/processor/inline-processor.js'
import { createWorkerProcessor } from '../../src/processor/worker-processor.js'
import { createRandom, randomEnvelope } from '../support/random-envelope.js'
import { batchRecord, metricItem, processOptions, spanItem, toBatch } from '../support/records.js'

async function failureOf(attempt: Promise<unknown>): Promise<string> {
  try {
    await attempt
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'none'
}

/**
 * Priority of a thread in this process, according to proc(5): the 19th field, the 17th after the name in parentheses.
 */
function niceOf(thread: string | number): number {
  const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').replace(/^.*\) /s, '')
  return Number(fields.split(' ')[16])
}

describe('createWorkerProcessor', () => {
  let processor: BatchProcessor | undefined
  let directory: string
  let files = 0

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'processor-'))
  })

  after(() => {
    rmSync(directory, { recursive: true })
  })

  afterEach(async () => {
    await processor?.close()
  })

  function workerOf(code: string): string {
    files += 1
    const file = join(directory, `worker-${files}.cjs`)
    writeFileSync(file, `const { parentPort } = require('node:worker_threads')\n${code}`)
    return file
  }

  if (process.platform === 'linux') {
    it("lowers its thread's priority, and leaves the main thread's unchanged", async () => {
      const before = niceOf(process.pid)
      processor = createWorkerProcessor(processOptions)
      await processor.process(toBatch('spans', []))
      const all = readdirSync('/proc/self/task').map(niceOf)
      expect(Math.max(...all)).to.equal(Math.min(nicenessMax, before + belowNormal))
      expect(niceOf(process.pid)).to.equal(before)
    })
  }

  it("returns the inline processor's result, for concurrent batches too", async () => {
    const random = createRandom(3)
    const batches = [
      toBatch(
        'envelopes',
        Array.from({ length: 30 }, () => randomEnvelope(random).record),
      ),
      toBatch('spans', [batchRecord({ spans: [spanItem(), {}] }), { headers: {}, value: Buffer.from('x'), rows: 1 }]),
      toBatch('metrics', [batchRecord({ metrics: [metricItem()] })]),
    ]
    const worker = createWorkerProcessor(processOptions)
    processor = worker
    const inline = createInlineProcessor(processOptions)
    const fromWorker = await Promise.all(batches.map((batch) => worker.process(batch)))
    const fromInline = await Promise.all(batches.map((batch) => inline.process(batch)))
    expect(fromWorker).to.deep.equal(fromInline)
  })

  it('leaves the batch unchanged', async () => {
    const batch = toBatch('spans', [batchRecord({ spans: [spanItem()] })])
    const before = structuredClone(batch)
    processor = createWorkerProcessor(processOptions)
    const first = await processor.process(batch)
    expect(batch).to.deep.equal(before)
    expect(await processor.process(batch)).to.deep.equal(first)
  })

  it('rejects the batches of a worker that dies and starts another for the next', async () => {
    const once = join(directory, 'died')
    const workerFile = workerOf(`
      const { existsSync, writeFileSync } = require('node:fs')
      parentPort.on('message', ({ id }) => {
        if (existsSync(${JSON.stringify(once)})) {
          parentPort.postMessage({ id, processed: { inserts: [], deadLetters: [], counts: {} } })
        } else {
          writeFileSync(${JSON.stringify(once)}, '')
          process.exit(1)
        }
      })`)
    const worker = createWorkerProcessor({ ...processOptions, workerFile, restart: { baseMs: 1, maxMs: 2 } })
    processor = worker
    const batch = toBatch('spans', [])
    const failures = await Promise.all([failureOf(worker.process(batch)), failureOf(worker.process(batch))])
    expect(failures).to.deep.equal(['the processor worker has exited', 'the processor worker has exited'])
    expect(await worker.process(batch)).to.have.property('inserts')
  })

  it("rejects with the worker's error", async () => {
    const workerFile = workerOf(`parentPort.on('message', () => { throw new Error('out of luck') })`)
    processor = createWorkerProcessor({ ...processOptions, workerFile, restart: { baseMs: 1, maxMs: 2 } })
    expect(await failureOf(processor.process(toBatch('spans', [])))).to.match(/out of luck/)
  })

  it('terminates a worker that never answers', async () => {
    const workerFile = workerOf(`parentPort.on('message', () => { for (;;) {} })`)
    const restart = { baseMs: 1, maxMs: 2 }
    processor = createWorkerProcessor({ ...processOptions, workerFile, timeoutMs: 50, restart })
    expect(await failureOf(processor.process(toBatch('spans', [])))).to.match(/timed out/)
  })

  it('rejects batches after it is closed', async () => {
    const workerFile = workerOf(`parentPort.on('message', () => undefined)`)
    processor = createWorkerProcessor({ ...processOptions, workerFile })
    const failure = failureOf(processor.process(toBatch('spans', [])))
    await new Promise((resolve) => setImmediate(resolve))
    await processor.close()
    expect(await failure).to.match(/closed/)
    expect(await failureOf(processor.process(toBatch('spans', [])))).to.match(/closed/)
  })

  it('explains why a batch cannot be processed', async () => {
    processor = createWorkerProcessor(processOptions)
    const batch = { ...toBatch('spans', []), topic: 'dead-letters' as const }
    expect(await failureOf(processor.process(batch))).to.match(/do not produce rows/)
  })
})
