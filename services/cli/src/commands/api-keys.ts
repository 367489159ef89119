import { apiScopes, createApiKey, type ApiScope } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { UsageError } from '../exit-codes.js'
import { writeJson } from '../write-list.js'

interface CreateOptions extends ConnectionOptions {
  scope?: string[]
  sentry: boolean
  json: boolean
}

const help = `
The key is shown once. For builds that upload source maps, make releases and announce deploys:
  signalbox api-keys create ci --sentry
The token that comes of it tells Sentry's tools the address and the organization by itself: SENTRY_AUTH_TOKEN is enough.`

/** What builds need, and nothing else. */
const scopesOfBuilds: readonly ApiScope[] = ['changes:write', 'changes:read', 'projects:read']

/** `signalbox api-keys`: keys for programs. */
export function createApiKeysCommand(environment: CliEnvironment): Command {
  return new Command('api-keys')
    .summary('create API keys and tokens for builds')
    .description('Create API keys, also in the form of tokens that Sentry’s tools know.')
    .addCommand(createKeyCommand(environment))
}

function createKeyCommand(environment: CliEnvironment): Command {
  const command = new Command('create')
    .description('Create a key with scopes that the calling key has.')
    .argument('<name>', 'what it is for')
    .option('--scope <scope...>', 'what it may do (default: all of the call’s; with --sentry what builds need)')
    .option('--sentry', 'a token `sntrys_…` for sentry-cli and bundler plugins', false)
    .option('--json', 'print the answer of the server as JSON', false)
  return addConnectionOptions(command)
    .addHelpText('after', help)
    .action(async (name: string, options: CreateOptions) => {
      const scopes = options.scope?.map(readScope) ?? (options.sentry ? [...scopesOfBuilds] : undefined)
      const body = { name, ...(scopes && { scopes }), ...(options.sentry && { format: 'sentry' as const }) }
      const created = await connect(options, environment).call(createApiKey, { body })
      if (options.json) writeJson(environment, created)
      else environment.stdout.write(`${created.key}\n`)
    })
}

function readScope(text: string): ApiScope {
  const scope = apiScopes.find((known) => known === text)
  if (scope === undefined) throw new UsageError(`${text} is not a scope; those are ${apiScopes.join(', ')}`)
  return scope
}
