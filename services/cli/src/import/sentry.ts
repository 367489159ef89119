import { createValidator, type Role } from '@signalbox/contracts'
import { Type } from 'typebox'
import { CommandFailure } from '../exit-codes.js'
import {
  readDsn,
  readPages,
  type ImportSource,
  type SourceAddress,
  type SourceProject,
  type Validated,
} from './source.js'

const projects = createValidator(Type.Array(Type.Object({ slug: Type.String(), name: Type.String() })))
const keys = createValidator(
  Type.Array(Type.Object({ isActive: Type.Optional(Type.Boolean()), dsn: Type.Object({ public: Type.String() }) })),
)
const members = createValidator(
  Type.Array(
    Type.Object({ email: Type.String(), role: Type.Optional(Type.String()), orgRole: Type.Optional(Type.String()) }),
  ),
)
const issues = createValidator(Type.Array(Type.Object({ id: Type.String() })))

/** What a role there is here: who could change everything still can. */
const roles: Readonly<Record<string, Role>> = { owner: 'owner', manager: 'admin', admin: 'admin', member: 'member' }

/** Reads an organization of Sentry or GlitchTip by the API that both have. @throws CommandFailure. */
export async function readSentry(source: SourceAddress, organization: string): Promise<ImportSource> {
  const ofOrganization = `/api/0/organizations/${encodeURIComponent(organization)}`
  const found: SourceProject[] = []
  for (const { slug, name } of await readList(source, `${ofOrganization}/projects/`, projects)) {
    const ofProject = `/api/0/projects/${encodeURIComponent(organization)}/${encodeURIComponent(slug)}`
    const active = (await readList(source, `${ofProject}/keys/`, keys)).filter(({ isActive }) => isActive !== false)
    const dsns = active.flatMap(({ dsn }) => readDsn(dsn.public) ?? [])
    const open = await readList(source, `${ofProject}/issues/?query=is:unresolved`, issues)
    const publicKeys = dsns.map(({ publicKey }) => publicKey)
    found.push({ name, number: dsns[0]?.number ?? 0, publicKeys, openIssues: open.length })
  }
  const people = await readList(source, `${ofOrganization}/members/`, members)
  return {
    projects: found,
    members: people.map(({ email, role, orgRole }) => ({ email, role: roles[orgRole ?? role ?? ''] ?? 'viewer' })),
  }
}

function readList<Item>(
  source: SourceAddress,
  path: string,
  validate: (body: unknown) => Validated<Item[]>,
): Promise<Item[]> {
  const items = (body: unknown) => {
    const page = validate(body)
    if (!page.ok) throw new CommandFailure(`${source.url}${path} is not what Sentry or GlitchTip answers`)
    return page.value
  }
  return readPages(source, path, { items, next: (_body, headers) => readNext(headers.get('link') ?? '') })
}

/** The address of the next page in a `Link` header, unless it says that it holds nothing. */
function readNext(link: string): string | undefined {
  for (const part of link.split(/,\s*(?=<)/)) {
    const [, address] = /^<([^>]+)>/.exec(part.trim()) ?? []
    if (part.includes('rel="next"') && !part.includes('results="false"')) return address
  }
  return undefined
}
