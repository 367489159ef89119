import { openDiskBuffer } from '../../src/buffer/disk-buffer.js'

// Appends batches until it is killed, and prints each stored one. The argument is the directory.

const [directory = ''] = process.argv.slice(2)
const buffer = await openDiskBuffer({ directory, bytesMax: 1e9 })
for (let number = 1; ; number += 1) {
  await buffer.append(JSON.stringify({ number, filling: 'x'.repeat(20_000) }), number)
  process.stdout.write(`${number}\n`)
}
