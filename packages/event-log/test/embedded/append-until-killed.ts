import { openEmbeddedLog } from '../../src/embedded/open-embedded-log.js'

/**
 * Run as a process: appends to the given directory until it is killed and prints the id of each acknowledged record.
 */
async function appendUntilKilled(directory: string, prefix: string): Promise<void> {
  const log = await openEmbeddedLog({ directory })
  let count = 0
  const appendForEver = async () => {
    for (;;) {
      const id = `${prefix}-${count++}`
      await log.append('envelopes', [{ headers: { id }, value: Buffer.alloc(2_000, id), rows: 1 }])
      await print(`${id}\n`)
    }
  }
  await Promise.all(Array.from({ length: 32 }, appendForEver))
}

/** Waits for a slow reader; a synchronous write to a full pipe would fail. */
function print(text: string): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.write(text, () => {
      resolve()
    })
  })
}

const [directory = '', prefix = ''] = process.argv.slice(2)
void appendUntilKilled(directory, prefix)
