import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildProgram, listBuilt } from './programs.js'
import { recordProgram, recordingsDirectory } from './recordings.js'

// Records what the programs send whose tools are installed: `node --import tsx test/e2e/sdk-languages/record.ts`.
await mkdir(recordingsDirectory, { recursive: true })
for (const language of listBuilt()) {
  const recorded = await recordProgram(await buildProgram(language))
  const recording = { source: `recorded from ${recorded.statement.sdk}`, ...recorded }
  await writeFile(join(recordingsDirectory, `${language}.json`), `${JSON.stringify(recording, null, 2)}\n`)
}
