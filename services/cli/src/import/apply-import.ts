import { ApiError, type ApiClient } from '@signalbox/api-client'
import {
  createInvitation,
  createTelemetryProject,
  listInvitations,
  listMembers,
  listTelemetryProjects,
  type TelemetryProject,
} from '@signalbox/contracts'
import { readDsn, type ImportSource, type SourceMember, type SourceProject } from './source.js'

/** What became of one thing of the other server. */
export interface ImportedItem {
  kind: 'project' | 'key' | 'member' | 'issues'
  name: string
  /** `create` is what a dry run would have taken. */
  outcome: 'created' | 'create' | 'there already' | 'not taken'
  /** Where to find it, or why it was not taken. */
  detail: string
}

export interface ImportOptions {
  client: ApiClient
  /** Changes nothing. */
  dryRun: boolean
}

/** Makes what is not there yet, project by project; what is there stays as it is, so that it can be run again. */
export async function* applyImport(
  { projects, members }: ImportSource,
  options: ImportOptions,
): AsyncGenerator<ImportedItem> {
  const { client } = options
  const { projects: known } = await client.call(listTelemetryProjects, {})
  for (const project of projects) yield* importProject(project, known, options)
  if (members.length === 0) return
  const { members: people } = await client.call(listMembers, {})
  const { invitations } = await client.call(listInvitations, {})
  const addresses = new Set([...people, ...invitations].flatMap(({ email }) => email?.toLowerCase() ?? []))
  for (const member of members) yield await importMember(member, addresses, options)
}

async function* importProject(
  project: SourceProject,
  known: readonly TelemetryProject[],
  options: ImportOptions,
): AsyncGenerator<ImportedItem> {
  const { name, publicKeys, openIssues } = project
  const [publicKey, ...others] = publicKeys
  if (publicKey === undefined) {
    yield { kind: 'project', name, outcome: 'not taken', detail: 'it has no active key of 32 hex digits' }
  } else {
    yield await createProject(project, publicKey, { known, options })
  }
  for (const key of others) {
    const detail = 'a project takes over one key: configure its applications with the first'
    yield { kind: 'key', name: `${key} of ${name}`, outcome: 'not taken', detail }
  }
  if (openIssues > 0) {
    const detail = `${openIssues} open: issues come again with their events, without what was said of them`
    yield { kind: 'issues', name, outcome: 'not taken', detail }
  }
}

async function createProject(
  { name, number }: SourceProject,
  publicKey: string,
  { known, options }: { known: readonly TelemetryProject[]; options: ImportOptions },
): Promise<ImportedItem> {
  const base = { kind: 'project' as const, name }
  const holder = known.find((each) => each.number === number)
  if (holder !== undefined) {
    if (readDsn(holder.dsn)?.publicKey === publicKey) return { ...base, outcome: 'there already', detail: holder.dsn }
    const detail = `the number ${number} is that of the project ${holder.name}: give its applications another DSN`
    return { ...base, outcome: 'not taken', detail }
  }
  if (options.dryRun) return { ...base, outcome: 'create', detail: `number ${number}, key ${publicKey}` }
  try {
    const body = { name, number, public_key: publicKey }
    const { dsn } = await options.client.call(createTelemetryProject, { body })
    return { ...base, outcome: 'created', detail: dsn }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    return { ...base, outcome: 'not taken', detail: error.message }
  }
}

async function importMember(
  { email, role }: SourceMember,
  addresses: ReadonlySet<string>,
  { client, dryRun }: ImportOptions,
): Promise<ImportedItem> {
  const base = { kind: 'member' as const, name: email }
  if (addresses.has(email.toLowerCase())) return { ...base, outcome: 'there already', detail: 'a member, or invited' }
  if (dryRun) return { ...base, outcome: 'create', detail: `invited as ${role}` }
  const { link } = await client.call(createInvitation, { body: { email, role } })
  return { ...base, outcome: 'created', detail: `invited as ${role}: ${link}` }
}
