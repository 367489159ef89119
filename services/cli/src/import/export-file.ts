import { readFileSync } from 'node:fs'
import { createValidator, parseJsonObject, type Role } from '@signalbox/contracts'
import { Type, type Static } from 'typebox'
import { CommandFailure } from '../exit-codes.js'
import { rolesOfSentry } from './sentry.js'
import { readHexId, type ImportSource, type SourceEvent, type SourceIssue, type SourceMember } from './source.js'

/** All three servers export their database in Django's format: a list of rows, each with its model. */
const Row = Type.Object({
  model: Type.String(),
  pk: Type.Union([Type.String(), Type.Integer()]),
  fields: Type.Record(Type.String(), Type.Unknown()),
})
type Row = Static<typeof Row>
const validateRows = createValidator(Type.Array(Row))

export type ExportedKind = 'sentry' | 'glitchtip' | 'bugsink'

/** Where each server stores the imported objects. */
interface Layout {
  project: string
  /** The model of keys, or the project field that holds its only key. */
  key: { model: string } | { field: string }
  member: string
  /** The model with the addresses of members, if membership only references a user. */
  user: string
  roleOf: (fields: Row['fields']) => Role
  /** Issues with their events; undefined for exports without them. */
  issues?: { issue: string; event: string }
}

const rolesOfGlitchTip: readonly Role[] = ['member', 'admin', 'admin', 'owner']

const layouts: Readonly<Record<ExportedKind, Layout>> = {
  sentry: {
    project: 'sentry.project',
    key: { model: 'sentry.projectkey' },
    member: 'sentry.organizationmember',
    user: 'sentry.user',
    roleOf: ({ role }) => rolesOfSentry[String(role)] ?? 'viewer',
  },
  glitchtip: {
    project: 'projects.project',
    key: { model: 'projects.projectkey' },
    member: 'organizations_ext.organizationuser',
    user: 'users.user',
    roleOf: ({ role }) => rolesOfGlitchTip[Number(role)] ?? 'viewer',
  },
  bugsink: {
    project: 'projects.project',
    key: { field: 'sentry_key' },
    member: 'users.user',
    user: 'users.user',
    roleOf: ({ is_superuser: isSuperuser }) => (isSuperuser === true ? 'admin' : 'member'),
    issues: { issue: 'issues.issue', event: 'events.event' },
  },
}

/** Reads an export file: `sentry export`, `manage.py dumpdata`. @throws CommandFailure. */
export function readExportFile(file: string, kind: ExportedKind): ImportSource {
  const layout = layouts[kind]
  const rows = groupByModel(readRows(file))
  const projects = (rows.get(layout.project) ?? []).filter(({ fields }) => fields['is_deleted'] !== true)
  if (projects.length === 0)
    throw new CommandFailure(`${file} contains no ${layout.project}: is it an export of ${kind}?`)
  const newest = newestEvents(layout, rows)
  return {
    projects: projects.map(({ pk, fields }) => ({
      name: String(fields['name']),
      number: Number(pk),
      publicKeys: readKeys(layout, { pk, fields }, rows),
      issues: layout.issues === undefined ? [] : readIssues(layout.issues, pk, { rows, newest }),
      ...(layout.issues === undefined && { issuesLeftOut: 'the export contains none: use --from to read them' }),
    })),
    members: readMembers(layout, rows),
  }
}

type Rows = ReadonlyMap<string, readonly Row[]>

function readRows(file: string): Row[] {
  let parsed: unknown
  try {
    parsed = JSON.parse(readFileSync(file, 'utf8'))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : 'unknown reason'
    throw new CommandFailure(`${file} cannot be read: ${reason}`, { cause })
  }
  const rows = validateRows(parsed)
  if (!rows.ok) throw new CommandFailure(`${file} is not a list of rows with model, pk and fields`)
  return rows.value
}

function groupByModel(rows: readonly Row[]): Rows {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row.model)
    if (group === undefined) groups.set(row.model, [row])
    else group.push(row)
  }
  return groups
}

function readKeys({ key }: Layout, project: Pick<Row, 'pk' | 'fields'>, rows: Rows): string[] {
  if ('field' in key) return [readHexId(project.fields[key.field])].filter((each) => each !== undefined)
  const isActive = ({ fields }: Row) => fields['is_active'] !== false && Number(fields['status'] ?? 0) === 0
  const own = (rows.get(key.model) ?? []).filter((row) => row.fields['project'] === project.pk && isActive(row))
  return own.flatMap(({ fields }) => readHexId(fields['public_key']) ?? [])
}

function readMembers({ member, user, roleOf }: Layout, rows: Rows): SourceMember[] {
  const users = new Map((rows.get(user) ?? []).map(({ pk, fields }) => [pk, fields['email']]))
  return (rows.get(member) ?? []).flatMap(({ fields }) => {
    const of = fields['user'] ?? fields['user_id']
    const email = fields['email'] || (typeof of === 'string' || typeof of === 'number' ? users.get(of) : undefined)
    return typeof email === 'string' && email.includes('@') ? [{ email, role: roleOf(fields) }] : []
  })
}

/** Returns the newest event of each issue. */
function newestEvents({ issues }: Layout, rows: Rows): Map<unknown, Row> {
  const newest = new Map<unknown, Row>()
  for (const event of issues === undefined ? [] : (rows.get(issues.event) ?? [])) {
    const known = newest.get(event.fields['issue'])
    if (Number(event.fields['digest_order']) > Number(known?.fields['digest_order'] ?? -1))
      newest.set(event.fields['issue'], event)
  }
  return newest
}

function readIssues(
  { issue }: { issue: string },
  project: Row['pk'],
  { rows, newest }: { rows: Rows; newest: ReadonlyMap<unknown, Row> },
): SourceIssue[] {
  const open = (rows.get(issue) ?? []).filter(
    ({ fields }) => fields['project'] === project && fields['is_resolved'] !== true && fields['is_deleted'] !== true,
  )
  return open.map(({ pk, fields }) => ({
    name: `${String(fields['calculated_type'])}: ${String(fields['calculated_value'])}`,
    isArchived: fields['is_muted'] === true,
    assignee: undefined,
    readEvent: () => Promise.resolve(toEvent(newest.get(pk))),
  }))
}

function toEvent(row: Row | undefined): SourceEvent | undefined {
  const id = readHexId(row?.fields['event_id'])
  if (id === undefined) return undefined
  const payload = parseJsonObject(String(row?.fields['data']))
  return payload === undefined ? undefined : { id, payload }
}
