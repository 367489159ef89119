import { createApiClient, type ApiClient } from '@signalbox/api-client'
import type { Command } from 'commander'
import type { CliEnvironment } from './environment.js'
import { UsageError } from './exit-codes.js'
import { readLogin } from './login-file.js'

/** Which installation to connect to, as parsed by Commander. */
export interface ConnectionOptions {
  url?: string
  apiKey?: string
}

const urlDefault = 'http://127.0.0.1:8000'

/** Adds the connection options to a command. */
export function addConnectionOptions(command: Command): Command {
  return command
    .option('--url <url>', `Address of Signalbox (default: $SIGNALBOX_URL, then the saved login, then ${urlDefault})`)
    .option(
      '--api-key <key>',
      'API key (default: $SIGNALBOX_API_KEY, which hides it from the process list, then the saved login)',
    )
}

/** Base URL of the installation. */
export function addressOf({ url }: ConnectionOptions, { env }: Pick<CliEnvironment, 'env'>): string {
  return url ?? (env['SIGNALBOX_URL'] || (readLogin(env)?.url ?? urlDefault))
}

/** The key of a login is only sent to the URL of that login. @throws UsageError if no API key is given. */
export function apiKeyOf(options: ConnectionOptions, environment: Pick<CliEnvironment, 'env'>): string {
  const { env } = environment
  const key = options.apiKey ?? (env['SIGNALBOX_API_KEY'] || keyOfLogin(addressOf(options, environment), env))
  if (!key) throw new UsageError('no API key: set SIGNALBOX_API_KEY, pass --api-key <key> or run signalbox login')
  return key
}

function keyOfLogin(address: string, env: CliEnvironment['env']): string | undefined {
  const login = readLogin(env)
  return login?.url === address.replace(/\/+$/, '') ? login.api_key : undefined
}

/** @throws UsageError if no API key is given. */
export function connect(options: ConnectionOptions, environment: Pick<CliEnvironment, 'env'>): ApiClient {
  return createApiClient({ baseUrl: addressOf(options, environment), apiKey: apiKeyOf(options, environment) })
}
