import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildProgram, listPrograms } from './programs.js'
import { recordProgram, recordingsDirectory } from './recordings.js'

// Records what programs send that CI cannot build: `node --import tsx --conditions=@signalbox/source
// test/e2e/otel-languages/record.ts`.
await mkdir(recordingsDirectory, { recursive: true })
for (const name of listPrograms({ inDebian: false })) {
  const recording = await recordProgram(await buildProgram(name), [503, 429])
  await writeFile(join(recordingsDirectory, `${name}.json`), `${JSON.stringify(recording, null, 2)}\n`)
}
