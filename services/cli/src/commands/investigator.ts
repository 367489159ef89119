import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiClient } from '@signalbox/api-client'
import { limits, listAgentSessions, readSessionRecord } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { runOffline } from './backup.js'

const help = `
Test cases are sessions that were reviewed with signalbox sessions confirm or correct. Each is replayed by this version on the
data it recorded, without a model or queries, and compared with the actual cause.

Exit codes: 0 no regression, 1 a case regressed or something failed, 2 wrong usage.`

/** `signalbox investigator`: the accuracy of the investigator. */
export function createInvestigatorCommand(environment: CliEnvironment): Command {
  return new Command('investigator')
    .summary('Test this version of the investigator on reviewed sessions')
    .description('The program that runs agent sessions')
    .addCommand(createEvaluateCommand(environment))
}

function createEvaluateCommand(environment: CliEnvironment): Command {
  const command = new Command('evaluate').summary('Replay reviewed sessions and compare the results')
  return addConnectionOptions(command)
    .addHelpText('after', help)
    .action(async (options: ConnectionOptions) => {
      const folder = await mkdtemp(join(tmpdir(), 'signalbox-cases-'))
      try {
        const count = await downloadCases(connect(options, environment), folder)
        if (count === 0) environment.stdout.write('No sessions have been reviewed yet.\n')
        else await runOffline(environment, ['evaluate', folder])
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
}

/**
 * Writes the record of every reviewed session to its own file, one at a time, because records may be large. @returns
 * the number of files.
 */
async function downloadCases(client: ApiClient, folder: string): Promise<number> {
  let count = 0
  for (let page = 1; ; page++) {
    const query = { review: 'any', page, page_size: limits.page.sizeMax } as const
    const { sessions, next } = await client.call(listAgentSessions, { query })
    for (const { session_id } of sessions) {
      const record = await client.call(readSessionRecord, { params: { session_id } })
      await writeFile(join(folder, `${session_id}.json`), JSON.stringify(record), { mode: 0o600 })
    }
    count += sessions.length
    if (next === null) return count
  }
}
