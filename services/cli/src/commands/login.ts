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
The address and the key are kept in signalbox/login.json below $XDG_CONFIG_HOME, else ~/.config, for your eyes only. They
are used where neither options nor SIGNALBOX_URL and SIGNALBOX_API_KEY say anything else.

Examples:
  signalbox login --url https://signalbox.example.com < key.txt
  signalbox login --forget`

/** `signalbox login`: keeps the address and the key for later commands. */
export function createLoginCommand(environment: CliEnvironment): Command {
  return new Command('login')
    .summary('keep the address and the API key for later commands')
    .description('Try an API key, read from standard input, and keep it with the address for later commands.')
    .option('--url <url>', 'address of Signalbox (default: $SIGNALBOX_URL, else that of the login before)')
    .option('--forget', 'forget the login that is kept', false)
    .addHelpText('after', help)
    .action(async (options: LoginOptions) => {
      const file = loginFileOf(environment.env)
      if (file === undefined) throw new CommandFailure('there is no place to keep it: HOME is not set')
      if (options.forget) rmSync(file, { force: true })
      else await logIn(file, options, environment)
    })
}

async function logIn(file: string, options: LoginOptions, environment: CliEnvironment): Promise<void> {
  const url = addressOf(options, environment).replace(/\/+$/, '')
  environment.stderr.write(`API key for ${url}: `)
  const key = (await readLine(environment)).trim()
  if (key === '') throw new UsageError('no API key came in on standard input')
  const { version } = await createApiClient({ baseUrl: url, apiKey: key }).call(readSystem, {})
  writeLogin(file, { url, api_key: key })
  environment.stdout.write(`Signalbox ${version} at ${url} takes the key; later commands use it.\n`)
}

async function readLine({ stdin }: CliEnvironment): Promise<string> {
  let text = ''
  for await (const chunk of stdin) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.split('\n')[0] ?? ''
}
