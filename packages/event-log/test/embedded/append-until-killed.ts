import { writeSync } from 'node:fs'
import { openEmbeddedLog } from '../../src/index.js'

/** Run as a process: appends to the directory given until it is killed and prints the id of each acknowledged record. */
async function appendUntilKilled(directory: string, prefix: string): Promise<void> {
  const log = await openEmbeddedLog({ directory })
  let count = 0
  const appendForEver = async () => {
    for (;;) {
      const id = `${prefix}-${count++}`
      await log.append('envelopes', [{ headers: { id }, value: Buffer.alloc(2_000, id), rows: 1 }])
      writeSync(1, `${id}\n`)
    }
  }
  await Promise.all(Array.from({ length: 32 }, appendForEver))
}

const [directory = '', prefix = ''] = process.argv.slice(2)
void appendUntilKilled(directory, prefix)
