import { createValidator } from '@signalbox/contracts'
import { Type, type TSchema } from 'typebox'
import { CommandFailure } from '../exit-codes.js'
import { readObject, readPages, type SourceAddress, type Validated } from './read-pages.js'
import { readDsn, readHexId, type ImportSource, type SourceEvent, type SourceIssue } from './source.js'

const Page = <Item extends TSchema>(item: Item) =>
  Type.Object({ next: Type.Union([Type.String(), Type.Null()]), results: Type.Array(item) })

const projectPage = createValidator(Page(Type.Object({ id: Type.Integer(), name: Type.String(), dsn: Type.String() })))
const issuePage = createValidator(
  Page(
    Type.Object({
      id: Type.String(),
      friendly_id: Type.String(),
      is_resolved: Type.Boolean(),
      is_muted: Type.Boolean(),
    }),
  ),
)
const eventPage = createValidator(Page(Type.Object({ id: Type.String() })))
const eventDetail = createValidator(
  Type.Object({ event_id: Type.String(), data: Type.Record(Type.String(), Type.Unknown()) }),
)

const api = '/api/canonical/0'

/**
 * Reads from Bugsink 2 through its canonical API, which exposes neither members nor assignees. @throws CommandFailure.
 */
export async function readBugsink(source: SourceAddress): Promise<ImportSource> {
  const found = await readList(source, `${api}/projects/`, projectPage)
  const projects: ImportSource['projects'][number][] = []
  for (const { id, name, dsn } of found) {
    const issues = await readList(source, `${api}/issues/?project=${id}`, issuePage)
    const known = readDsn(dsn)
    projects.push({
      name,
      number: known?.number ?? id,
      publicKeys: known ? [known.publicKey] : [],
      issues: issues.filter(({ is_resolved }) => !is_resolved).map((issue) => toIssue(source, issue)),
    })
  }
  return { projects, members: [] }
}

function toIssue(source: SourceAddress, issue: { id: string; friendly_id: string; is_muted: boolean }): SourceIssue {
  return {
    name: issue.friendly_id,
    isArchived: issue.is_muted,
    assignee: undefined,
    readEvent: () => readNewestEvent(source, issue.id),
  }
}

async function readNewestEvent(source: SourceAddress, issueId: string): Promise<SourceEvent | undefined> {
  const path = `${api}/events/?issue=${encodeURIComponent(issueId)}`
  const [newest] = checkPage(source, path, eventPage)(await readObject(source, path)).results
  const event = newest && eventDetail(await readObject(source, `${api}/events/${encodeURIComponent(newest.id)}/`))
  const id = event?.ok ? readHexId(event.value.event_id) : undefined
  return event?.ok && id !== undefined ? { id, payload: event.value.data } : undefined
}

interface ListPage<Item> {
  next: string | null
  results: Item[]
}

function readList<Item>(
  source: SourceAddress,
  path: string,
  validate: (body: unknown) => Validated<ListPage<Item>>,
): Promise<Item[]> {
  const check = checkPage(source, path, validate)
  return readPages(source, path, {
    items: (body) => check(body).results,
    next: (body) => check(body).next ?? undefined,
  })
}

function checkPage<Item>(
  { url }: SourceAddress,
  path: string,
  validate: (body: unknown) => Validated<ListPage<Item>>,
): (body: unknown) => ListPage<Item> {
  return (body) => {
    const page = validate(body)
    if (!page.ok) throw new CommandFailure(`${url}${path} did not return a Bugsink 2 response`)
    return page.value
  }
}
