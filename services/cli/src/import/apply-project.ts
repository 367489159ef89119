import { ApiError, type ApiClient } from '@signalbox/api-client'
import {
  changeTelemetryProject,
  createDsnKey,
  createTelemetryProject,
  listDsnKeys,
  queryOutcomes,
  type TelemetryProject,
} from '@signalbox/contracts'
import type { ImportedItem } from './imported-item.js'
import type { SourceProject } from './source.js'

export interface ProjectParts {
  client: ApiClient
  /** The existing projects. */
  known: readonly TelemetryProject[]
  /** Changes nothing. */
  dryRun: boolean
  /** Turns the first project into an imported one with its number, even if it has received telemetry. */
  reuseDefault: boolean
}

/**
 * The result of importing a project and its keys, and the resulting project; undefined if there is none or it was a dry
 * run.
 */
export interface AppliedProject {
  items: ImportedItem[]
  project?: TelemetryProject
}

/** Name of the project that every installation starts with, which has the number 1. */
const firstProject = 'default'

/** Creates a project with its number and keys, or adds missing keys to it. */
export async function applyProject(source: SourceProject, parts: ProjectParts): Promise<AppliedProject> {
  const { name, number, publicKeys } = source
  const base = { kind: 'project', name } as const
  const [publicKey, ...others] = publicKeys
  if (publicKey === undefined)
    return { items: [{ ...base, outcome: 'not taken', detail: 'it has no active key of 32 hex digits' }] }
  const holder = parts.known.find((each) => each.number === number)
  if (holder === undefined) return createWithKeys(source, [publicKey, ...others], parts)
  const keys = await listKeys(parts.client, holder)
  if (publicKeys.some((key) => keys.includes(key))) {
    const items: ImportedItem[] = [{ ...base, outcome: 'there already', detail: holder.dsn }]
    return addKeys(holder, { name, publicKeys, keys, items }, parts)
  }
  if (holder.name === firstProject && (parts.reuseDefault || (await isUnused(parts.client, holder)))) {
    const outcome = parts.dryRun ? 'create' : 'created'
    const detail = `number ${number}: replaces ${firstProject} and keeps its DSN and events`
    const items: ImportedItem[] = [{ ...base, outcome, detail }]
    const added = await addKeys(holder, { name, publicKeys, keys, items }, parts)
    if (parts.dryRun || added.project === undefined) return added
    // The name is changed last, so an interrupted import repeats the steps before.
    const renamed = { params: { project_id: holder.id }, body: { name } }
    return { ...added, project: await parts.client.call(changeTelemetryProject, renamed) }
  }
  const remedy =
    holder.name === firstProject
      ? 'run the import again with --reuse-default to import into it'
      : 'give its applications a new DSN'
  const detail = `the number ${number} is used by the project ${holder.name}: ${remedy}`
  return { items: [{ ...base, outcome: 'not taken', detail }] }
}

async function createWithKeys(
  { name, number }: SourceProject,
  [publicKey, ...others]: [string, ...string[]],
  parts: ProjectParts,
): Promise<AppliedProject> {
  const base = { kind: 'project', name } as const
  if (parts.dryRun) {
    const items: ImportedItem[] = [{ ...base, outcome: 'create', detail: `number ${number}, key ${publicKey}` }]
    return { items: [...items, ...others.map((key) => keyItem(name, key, 'create', 'additional key'))] }
  }
  const body = { name, number, public_key: publicKey }
  const project = await unlessTaken(() => parts.client.call(createTelemetryProject, { body }))
  if (typeof project === 'string') return { items: [{ ...base, outcome: 'not taken', detail: project }] }
  const items: ImportedItem[] = [{ ...base, outcome: 'created', detail: project.dsn }]
  return addKeys(project, { name, publicKeys: others, keys: [], items }, parts)
}

interface KeysOfProject {
  name: string
  publicKeys: readonly string[]
  /** Existing keys of the project. */
  keys: readonly string[]
  /** Results for the project so far. */
  items: readonly ImportedItem[]
}

async function addKeys(
  project: TelemetryProject,
  { name, publicKeys, keys, items }: KeysOfProject,
  { client, dryRun }: ProjectParts,
): Promise<AppliedProject> {
  const added: ImportedItem[] = []
  for (const key of publicKeys.filter((each) => !keys.includes(each))) {
    if (dryRun) {
      added.push(keyItem(name, key, 'create', `for the number ${project.number}`))
      continue
    }
    const request = { params: { project_id: project.id }, query: { public_key: key } }
    const made = await unlessTaken(() => client.call(createDsnKey, request))
    added.push(
      typeof made === 'string' ? keyItem(name, key, 'not taken', made) : keyItem(name, key, 'created', made.dsn),
    )
  }
  return { items: [...items, ...added], ...(!dryRun && { project }) }
}

function keyItem(project: string, key: string, outcome: ImportedItem['outcome'], detail: string): ImportedItem {
  return { kind: 'key', name: `${key} of ${project}`, outcome, detail }
}

async function listKeys(client: ApiClient, { id }: TelemetryProject): Promise<string[]> {
  const { keys } = await client.call(listDsnKeys, { params: { project_id: id } })
  return keys.map(({ public_key }) => public_key)
}

/** According to the ledger, which covers 90 days. */
async function isUnused(client: ApiClient, { id }: TelemetryProject): Promise<boolean> {
  const { totals } = await client.call(queryOutcomes, { query: { project_id: id, since: '90d' } })
  return totals.received === 0
}

/** @returns the created object, or why it cannot be created. */
async function unlessTaken<Made>(make: () => Promise<Made>): Promise<Made | string> {
  try {
    return await make()
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 409) throw error
    return error.message
  }
}
