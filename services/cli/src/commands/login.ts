import { rmSync } from 'node:fs'
import { createApiClient } from '@signalbox/api-client'
import { readSystem } from '@signalbox/contracts'
import { Command } from 'commander'
import { addressOf, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { CommandFailure, UsageError } from '../exit-codes.js'
import { loginFileOf, writeLogin } from '../login-file.js'

interface LoginOptions extends ConnectionOptions {
  forget: boolean
}

const help = `
The address and the key are stored in signalbox/login.json in $XDG_CONFIG_HOME or ~/.config, readable only by you. Options and
the variables SIGNALBOX_URL and SIGNALBOX_API_KEY take precedence.

Examples:
  signalbox login --url https://signalbox.example.com < key.txt
  signalbox login --forget`

/** `signalbox login`: saves the URL and the key for later commands. */
export function createLoginCommand(environment: CliEnvironment): Command {
  return new Command('login')
    .summary('Save the address and API key for later commands')
    .description('Verify an API key read from standard input, and save it with the address for later commands')
    .option('--url <url>', 'Address of Signalbox (default: $SIGNALBOX_URL, or the saved address)')
    .option('--forget', 'Delete the saved login', false)
    .addHelpText('after', help)
    .action(async (options: LoginOptions) => {
      const file = loginFileOf(environment.env)
      if (file === undefined) throw new CommandFailure('cannot save the login: HOME is not set')
      if (options.forget) rmSync(file, { force: true })
      else await logIn(file, options, environment)
    })
}

async function logIn(file: string, options: LoginOptions, environment: CliEnvironment): Promise<void> {
  const url = addressOf(options, environment).replace(/\/+$/, '')
  environment.stderr.write(`API key for ${url}: `)
  const key = (await readLine(environment)).trim()
  if (key === '') throw new UsageError('no API key on standard input')
  const { version } = await createApiClient({ baseUrl: url, apiKey: key }).call(readSystem, {})
  writeLogin(file, { url, api_key: key })
  environment.stdout.write(`Logged in to Signalbox ${version} at ${url}; later commands use this login.\n`)
}

async function readLine({ stdin }: CliEnvironment): Promise<string> {
  let text = ''
  for await (const chunk of stdin) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.split('\n')[0] ?? ''
}
