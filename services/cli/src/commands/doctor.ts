import { createApiClient } from '@signalbox/api-client'
import { Command, InvalidArgumentError } from 'commander'
import { addressOf, apiKeyOf, type ConnectionOptions } from '../connection.js'
import { checkCanary } from '../doctor/check-canary.js'
import { checkConnection, checkTls, type Target } from '../doctor/check-connection.js'
import { checkDisk, checkInstallation } from '../doctor/check-installation.js'
import { fail, ok, type Finding } from '../doctor/finding.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure, UsageError } from '../exit-codes.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import { colorState, screenOf } from '../output/screen.js'
import { toLine, wrapText } from '../output/terminal-text.js'
import { writeJson } from '../output/write-list.js'

interface DoctorOptions extends ListOptions {
  dataDir?: string
  project?: string
  /** False with `--no-canary`. */
  canary: boolean
  wait: number
}

/** Aligns with the text after the status. */
const indent = ' '.repeat(6)

const help = `
Checks the configuration, whether the installation is reachable, TLS, the API key, the clocks, rate limits, disk space, the
event log, storage delay and warnings of the installation, and the disk of a local data directory. It also sends a log entry
with a project's DSN key, in the environment signalbox-doctor, and reads it back. This creates no issue and notifies nobody.

Exit codes: 0 no check failed (there may be warnings), 1 a check failed, 2 wrong usage.`

/** `signalbox doctor`: diagnoses problems and suggests fixes. */
export function createDoctorCommand(environment: CliEnvironment): Command {
  const command = new Command('doctor')
    .summary('Diagnose problems and suggest fixes')
    .description('Check that Signalbox is configured correctly, reachable, keeping up and accepting telemetry')
    .option('--data-dir <directory>', 'Also check the disk of this data directory (default: $SIGNALBOX_DATA_DIR)')
    .option(
      '--project <id>',
      'Project to send the log entry to, by id or DSN number (default: the oldest active project)',
    )
    .option('--no-canary', 'Do not send a log entry')
    .option('--wait <seconds>', 'Maximum time for the log entry to appear, in seconds', parseSeconds, 30)
  return addListOptions(command)
    .addHelpText('after', help)
    .action(async (options: DoctorOptions) => {
      const findings: Finding[] = []
      for await (const finding of examine(options, environment)) {
        if (!options.json) environment.stdout.write(render(finding, environment))
        findings.push(finding)
      }
      if (options.json) writeJson(environment, { items: findings, next: null })
      const failed = findings.filter(({ status }) => status === 'fail').length
      if (failed > 0) throw new CommandFailure(`${failed} of ${findings.length} checks failed`)
    })
}

async function* examine(options: DoctorOptions, environment: CliEnvironment): AsyncIterable<Finding> {
  const { clock, env } = environment
  const target = readTarget(options, environment)
  if ('check' in target) {
    yield target
    return
  }
  yield ok('configuration', `${target.url} with an API key`)
  const directory = options.dataDir ?? env['SIGNALBOX_DATA_DIR']
  if (directory) yield await checkDisk(directory)
  yield await checkTls(target.url, clock())
  const { findings, system } = await checkConnection(target, clock)
  yield* findings
  if (system === undefined) return
  yield* checkInstallation(system)
  if (!options.canary) return
  const client = createApiClient({ baseUrl: target.url, apiKey: target.apiKey })
  yield await checkCanary({ client, url: target.url, project: options.project, waitMs: options.wait * 1_000, clock })
}

/** @returns a finding about the configuration if no request is possible. */
function readTarget(options: ConnectionOptions, environment: CliEnvironment): Target | Finding {
  const url = addressOf(options, environment).replace(/\/+$/, '')
  if (!/^https?:\/\/[^/\s]+/.test(url) || !URL.canParse(url)) {
    return fail(
      'configuration',
      `${url} is not a valid address`,
      'Set SIGNALBOX_URL to an address such as https://signalbox.example.com.',
    )
  }
  try {
    return { url, apiKey: apiKeyOf(options, environment) }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    return fail('configuration', 'no API key', 'Set SIGNALBOX_API_KEY, or run signalbox login.')
  }
}

function render({ check, status, detail, advice }: Finding, environment: CliEnvironment): string {
  const screen = screenOf(environment)
  const room = screen.width && Math.max(1, screen.width - indent.length)
  const lines = [`${check}: ${toLine(detail)}`, ...(advice === null ? [] : [advice])]
  const text = lines.map((line) => wrapText(line, room).replaceAll('\n', `\n${indent}`)).join(`\n${indent}`)
  return `${colorState(status.padEnd(4), screen, status)}  ${text}\n`
}

function parseSeconds(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('It must be a whole number of seconds.')
}
