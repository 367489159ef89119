import { confirmReport, correctReport, type SessionDetail } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { UsageError } from '../exit-codes.js'
import { renderReview } from '../output/render-session.js'
import { writeJson } from '../output/write-list.js'

interface ConfirmOptions extends ConnectionOptions {
  note?: string
  json: boolean
}

interface CorrectOptions extends ConfirmOptions {
  culprit?: string
  /** False with `--no-change`. */
  change: boolean
  firstFailing?: string
}

const correctHelp = `
Examples:
  signalbox sessions correct 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e --culprit 4f2c91b --first-failing checkout
  signalbox sessions correct 0197e5a1-6c3e-7d7b-9c0a-5a0c3a0c1d2e --no-change --note "the provider was down"

Exit codes: 0 done, 1 failed, 2 wrong usage.`

export function createConfirmCommand(environment: CliEnvironment): Command {
  const command = new Command('confirm')
    .summary('Confirm that a report was correct')
    .argument('<id>', 'Id of the session')
    .option('--note <text>', 'Additional notes')
    .option('--json', "Print the server's response as JSON", false)
  return addConnectionOptions(command)
    .addHelpText('after', '\nExit codes: 0 done, 1 failed, 2 wrong usage.')
    .action(async (id: string, options: ConfirmOptions) => {
      const body = options.note === undefined ? {} : { note: options.note }
      const session = await connect(options, environment).call(confirmReport, { params: { session_id: id }, body })
      print(environment, session, options)
    })
}

export function createCorrectCommand(environment: CliEnvironment): Command {
  const command = new Command('correct')
    .summary('Correct a report with the actual cause')
    .argument('<id>', 'Id of the session')
    .option('--culprit <id>', 'SHA of the responsible commit, or id of the responsible change')
    .option('--no-change', 'No change was responsible')
    .option('--first-failing <service>', 'Service that failed first')
    .option('--note <text>', 'Additional notes')
    .option('--json', "Print the server's response as JSON", false)
  return addConnectionOptions(command)
    .addHelpText('after', correctHelp)
    .action(async (id: string, options: CorrectOptions) => {
      const { culprit, change, firstFailing, note } = options
      if ((culprit === undefined) === change || culprit === 'none')
        throw new UsageError('specify either --culprit <id> or --no-change')
      const body = {
        culprit: culprit ?? null,
        ...(firstFailing !== undefined && { first_failing_service: firstFailing }),
        ...(note !== undefined && { note }),
      }
      const session = await connect(options, environment).call(correctReport, { params: { session_id: id }, body })
      print(environment, session, options)
    })
}

function print(environment: CliEnvironment, session: SessionDetail, { json }: { json: boolean }): void {
  const said = session.review === undefined ? 'not reviewed' : renderReview(session.review)
  if (json) writeJson(environment, session)
  else environment.stdout.write(`Session ${session.session_id} is ${said}.\n`)
}
