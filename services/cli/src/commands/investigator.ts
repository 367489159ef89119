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
Cases are sessions that people confirmed or corrected: signalbox sessions confirm | correct. Each is done again by this
version on what it recorded then, without a model or queries, and compared with what was really to blame.

Exit codes: 0 no case that was right is wrong now, 1 one is or something failed, 2 wrong usage.`

/** `signalbox investigator`: how well it does. */
export function createInvestigatorCommand(environment: CliEnvironment): Command {
  return new Command('investigator')
    .summary('try this version of the investigator on reviewed sessions')
    .description('The program that runs agent sessions.')
    .addCommand(createEvaluateCommand(environment))
}

function createEvaluateCommand(environment: CliEnvironment): Command {
  const command = new Command('evaluate').summary('do reviewed sessions again and compare')
  return addConnectionOptions(command)
    .addHelpText('after', help)
    .action(async (options: ConnectionOptions) => {
      const folder = await mkdtemp(join(tmpdir(), 'signalbox-cases-'))
      try {
        const count = await downloadCases(connect(options, environment), folder)
        if (count === 0) environment.stdout.write('No session was confirmed or corrected yet.\n')
        else await runOffline(environment, ['evaluate', folder])
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    })
}

/** Writes the record of every reviewed session to a file of its own, one at a time: records may be large. @returns how many. */
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
