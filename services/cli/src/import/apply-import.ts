import type { ApiClient } from '@signalbox/api-client'
import { createInvitation, listInvitations, listMembers, listTelemetryProjects } from '@signalbox/contracts'
import type { Sender } from '../bundle/sender.js'
import { importIssues } from './apply-issues.js'
import { applyProject } from './apply-project.js'
import type { ImportedItem } from './imported-item.js'
import type { ImportSource, SourceMember, SourceProject } from './source.js'

export interface ImportOptions {
  client: ApiClient
  sender: Sender
  /** Changes nothing. */
  dryRun: boolean
  /** Turns the project `default` into the imported project with the same number. */
  reuseDefault: boolean
  /** Reports the progress of long operations. */
  onProgress: (text: string) => void
}

/**
 * Creates what does not exist yet, project by project, then members. Existing objects are left unchanged, so the import
 * can be repeated.
 */
export async function* applyImport(
  { projects, members }: ImportSource,
  options: ImportOptions,
): AsyncGenerator<ImportedItem> {
  const { client, dryRun, reuseDefault } = options
  const { projects: known } = await client.call(listTelemetryProjects, {})
  const { members: people } = await client.call(listMembers, {})
  const memberIds = new Map(people.map(({ email, id }) => [email.toLowerCase(), id]))
  for (const project of projects) {
    const { items, project: here } = await applyProject(project, { client, known, dryRun, reuseDefault })
    yield* items
    if (here !== undefined) yield* importIssues(project, here, { ...options, memberIds })
    else if (dryRun && items[0]?.outcome !== 'not taken') yield* previewIssues(project)
    if (project.issuesLeftOut !== undefined)
      yield { kind: 'issue', name: `issues of ${project.name}`, outcome: 'not taken', detail: project.issuesLeftOut }
  }
  if (members.length === 0) return
  const { invitations } = await client.call(listInvitations, {})
  const addresses = new Set([...memberIds.keys(), ...invitations.flatMap(({ email }) => email?.toLowerCase() ?? [])])
  for (const member of members) yield await importMember(member, addresses, options)
}

function previewIssues({ issues }: SourceProject): ImportedItem[] {
  return issues.map(({ name, isArchived, assignee }) => {
    const detail = [isArchived ? 'archived' : 'open', ...(assignee === undefined ? [] : [`assigned to ${assignee}`])]
    return { kind: 'issue', name, outcome: 'create', detail: detail.join(', ') }
  })
}

async function importMember(
  { email, role }: SourceMember,
  addresses: ReadonlySet<string>,
  { client, dryRun }: ImportOptions,
): Promise<ImportedItem> {
  const base = { kind: 'member' as const, name: email }
  if (addresses.has(email.toLowerCase()))
    return { ...base, outcome: 'there already', detail: 'already a member or invited' }
  if (dryRun) return { ...base, outcome: 'create', detail: `invited as ${role}` }
  const { link } = await client.call(createInvitation, { body: { email, role } })
  return { ...base, outcome: 'created', detail: `invited as ${role}: ${link}` }
}
