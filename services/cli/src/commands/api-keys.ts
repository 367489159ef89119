import { apiScopes, createApiKey, listApiKeys, revokeApiKey, type ApiKey, type ApiScope } from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import { dataDirectoryOf, type DataDirectoryOptions } from '../data-directory.js'
import type { CliEnvironment } from '../environment.js'
import { UsageError } from '../exit-codes.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import type { Column } from '../output/render-table.js'
import { writeJson, writeList } from '../output/write-list.js'
import { runOffline } from './backup.js'

interface CreateOptions extends ConnectionOptions, DataDirectoryOptions {
  scope?: string[]
  sentry: boolean
  json: boolean
}

const help = `
The key is shown only once. To create a token for builds that upload source maps, create releases and record deployments:
  signalbox api-keys create ci --sentry
The token contains the address and organization for Sentry's tools: setting SENTRY_AUTH_TOKEN is enough.

If you have lost all keys, create one on the machine of the installation, even while it is running:
  signalbox api-keys create rescue --data-dir ./data`

/** The scopes that builds need, and no others. */
const scopesOfBuilds: readonly ApiScope[] = ['changes:write', 'changes:read', 'projects:read']

const columns: readonly Column[] = [
  { heading: 'NAME', isFlexible: true },
  { heading: 'PREFIX' },
  { heading: 'STATE', isState: true },
  { heading: 'CREATED', isTime: true },
  { heading: 'LAST USED', isTime: true },
  { heading: 'SCOPES', isFlexible: true },
  { heading: 'ID' },
]

/** `signalbox api-keys`: keys for programs. */
export function createApiKeysCommand(environment: CliEnvironment): Command {
  return new Command('api-keys')
    .alias('keys')
    .summary('Create, list and revoke API keys and build tokens')
    .description("Create, list and revoke API keys, including tokens for Sentry's tools")
    .addCommand(createListCommand(environment))
    .addCommand(createKeyCommand(environment))
    .addCommand(createRevokeCommand(environment))
}

function createListCommand(environment: CliEnvironment): Command {
  const command = new Command('list').description('List API keys, oldest first, without their secrets')
  return addListOptions(command).action(async (options: ListOptions) => {
    const { api_keys: items } = await connect(options, environment).call(listApiKeys, {})
    const toRow = (key: ApiKey) => describeKey(key, environment.clock())
    writeList(environment, { items, columns, toRow, empty: 'No API keys.' }, options)
  })
}

function describeKey(key: ApiKey, now: number): string[] {
  const { name, prefix, created_at, last_used_at, scopes, id } = key
  const granted = scopes.length === apiScopes.length ? 'all' : scopes.join(' ')
  return [name, prefix, stateOf(key, now), created_at, last_used_at ?? 'never', granted, id]
}

function stateOf({ revoked_at, expires_at }: ApiKey, now: number): string {
  if (revoked_at !== null) return 'revoked'
  return expires_at !== null && Date.parse(expires_at) <= now ? 'expired' : 'active'
}

function createKeyCommand(environment: CliEnvironment): Command {
  const command = new Command('create')
    .description('Create a key with scopes that the calling key has, and print it')
    .argument('<name>', 'Purpose of the key')
    .option(
      '--scope <scope...>',
      'Scopes of the key (default: all scopes of the calling key; with --sentry, those that builds need)',
    )
    .option('--sentry', 'Create a token `sntrys_…` for sentry-cli and bundler plugins', false)
    .option('--data-dir <directory>', 'Write to this data directory instead of contacting an installation')
    .option('--json', "Print the server's response as JSON", false)
  return addConnectionOptions(command)
    .addHelpText('after', help)
    .action(async (name: string, options: CreateOptions) => {
      const scopes = options.scope?.map(readScope) ?? (options.sentry ? [...scopesOfBuilds] : undefined)
      if (options.dataDir === undefined) await createByApi(name, scopes, { options, environment })
      else await createOnDisk(name, scopes, { options, environment })
    })
}

interface Call {
  options: CreateOptions
  environment: CliEnvironment
}

async function createByApi(name: string, scopes: ApiScope[] | undefined, call: Call): Promise<void> {
  const { options, environment } = call
  const body = { name, ...(scopes && { scopes }), ...(options.sentry && { format: 'sentry' as const }) }
  const created = await connect(options, environment).call(createApiKey, { body })
  if (options.json) writeJson(environment, created)
  else environment.stdout.write(`${created.key}\n`)
}

async function createOnDisk(name: string, scopes: ApiScope[] = [...apiScopes], call: Call): Promise<void> {
  const { options, environment } = call
  if (options.sentry || options.json) throw new UsageError('--data-dir cannot be combined with --sentry or --json')
  const { directory, keyFile } = dataDirectoryOf(options, environment)
  await runOffline(environment, ['create-api-key', directory, keyFile, name, ...scopes])
}

function createRevokeCommand(environment: CliEnvironment): Command {
  const command = new Command('revoke')
    .description('Revoke a key; it stops working immediately')
    .argument('<id>', 'Id of the key, from `list`')
  return addConnectionOptions(command).action(async (id: string, options: ConnectionOptions) => {
    const { name } = await connect(options, environment).call(revokeApiKey, { params: { key_id: id } })
    environment.stdout.write(`Revoked ${name}\n`)
  })
}

function readScope(text: string): ApiScope {
  const scope = apiScopes.find((known) => known === text)
  if (scope === undefined) throw new UsageError(`${text} is not a scope; available scopes: ${apiScopes.join(', ')}`)
  return scope
}
