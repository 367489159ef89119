import { createValidator, type Role } from '@signalbox/contracts'
import { Type } from 'typebox'
import { CommandFailure } from '../exit-codes.js'
import { readObject, readPages, type SourceAddress, type Validated } from './read-pages.js'
import { toSdkEvent } from './sentry-event.js'
import { readDsn, type ImportSource, type SourceIssue, type SourceProject } from './source.js'

const projects = createValidator(Type.Array(Type.Object({ slug: Type.String(), name: Type.String() })))
const keys = createValidator(
  Type.Array(Type.Object({ isActive: Type.Optional(Type.Boolean()), dsn: Type.Object({ public: Type.String() }) })),
)
const members = createValidator(
  Type.Array(
    Type.Object({ email: Type.String(), role: Type.Optional(Type.String()), orgRole: Type.Optional(Type.String()) }),
  ),
)
const issues = createValidator(
  Type.Array(
    Type.Object({
      id: Type.Union([Type.String(), Type.Integer()]),
      shortId: Type.Optional(Type.String()),
      title: Type.Optional(Type.String()),
      level: Type.Optional(Type.String()),
      // A team has no address, and no member here corresponds to it.
      assignedTo: Type.Optional(
        Type.Union([Type.Object({ email: Type.Optional(Type.Union([Type.String(), Type.Null()])) }), Type.Null()]),
      ),
    }),
  ),
)

/** The corresponding roles here: people with full permissions keep them. */
export const rolesOfSentry: Readonly<Record<string, Role>> = {
  owner: 'owner',
  manager: 'admin',
  admin: 'admin',
  member: 'member',
}

/** Reads an organization from Sentry or GlitchTip through the API that both have. @throws CommandFailure. */
export async function readSentry(source: SourceAddress, organization: string): Promise<ImportSource> {
  const ofOrganization = `/api/0/organizations/${encodeURIComponent(organization)}`
  const found: SourceProject[] = []
  for (const { slug, name } of await readList(source, `${ofOrganization}/projects/`, projects)) {
    const ofProject = `/api/0/projects/${encodeURIComponent(organization)}/${encodeURIComponent(slug)}`
    const active = (await readList(source, `${ofProject}/keys/`, keys)).filter(({ isActive }) => isActive !== false)
    const dsns = active.flatMap(({ dsn }) => readDsn(dsn.public) ?? [])
    found.push({
      name,
      number: dsns[0]?.number ?? 0,
      publicKeys: dsns.map(({ publicKey }) => publicKey),
      issues: [
        ...(await readIssues(source, `${ofProject}/issues/?query=is:unresolved`, { isArchived: false })),
        ...(await readIssues(source, `${ofProject}/issues/?query=is:ignored`, { isArchived: true })),
      ],
    })
  }
  const people = await readList(source, `${ofOrganization}/members/`, members)
  return {
    projects: found,
    members: people.map(({ email, role, orgRole }) => ({
      email,
      role: rolesOfSentry[orgRole ?? role ?? ''] ?? 'viewer',
    })),
  }
}

async function readIssues(
  source: SourceAddress,
  path: string,
  { isArchived }: Pick<SourceIssue, 'isArchived'>,
): Promise<SourceIssue[]> {
  const found = await readList(source, path, issues)
  return found.map(({ id, shortId, title, level, assignedTo }) => ({
    name: shortId ?? title ?? String(id),
    isArchived,
    assignee: assignedTo?.email ?? undefined,
    readEvent: async () =>
      toSdkEvent(await readObject(source, `/api/0/issues/${encodeURIComponent(id)}/events/latest/`), level),
  }))
}

function readList<Item>(
  source: SourceAddress,
  path: string,
  validate: (body: unknown) => Validated<Item[]>,
): Promise<Item[]> {
  const items = (body: unknown) => {
    const page = validate(body)
    if (!page.ok) throw new CommandFailure(`${source.url}${path} did not return a Sentry or GlitchTip response`)
    return page.value
  }
  return readPages(source, path, { items, next: (_body, headers) => readNext(headers.get('link') ?? '') })
}

/** The URL of the next page in a `Link` header, unless that page is marked as empty. */
function readNext(link: string): string | undefined {
  for (const part of link.split(/,\s*(?=<)/)) {
    const [, address] = /^<([^>]+)>/.exec(part.trim()) ?? []
    if (part.includes('rel="next"') && !part.includes('results="false"')) return address
  }
  return undefined
}
