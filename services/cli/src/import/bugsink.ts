import { createValidator } from '@signalbox/contracts'
import { Type, type TSchema } from 'typebox'
import { CommandFailure } from '../exit-codes.js'
import { readDsn, readPages, type ImportSource, type SourceAddress, type Validated } from './source.js'

const Page = <Item extends TSchema>(item: Item) =>
  Type.Object({ next: Type.Union([Type.String(), Type.Null()]), results: Type.Array(item) })

const projectPage = createValidator(Page(Type.Object({ id: Type.Integer(), name: Type.String(), dsn: Type.String() })))
const issuePage = createValidator(Page(Type.Object({ is_resolved: Type.Boolean(), is_muted: Type.Boolean() })))

/** Reads Bugsink 2 by its canonical API. It tells no members. @throws CommandFailure. */
export async function readBugsink(source: SourceAddress): Promise<ImportSource> {
  const found = await readList(source, '/api/canonical/0/projects/', projectPage)
  const projects: ImportSource['projects'][number][] = []
  for (const { id, name, dsn } of found) {
    const issues = await readList(source, `/api/canonical/0/issues/?project=${id}`, issuePage)
    const openIssues = issues.filter(({ is_resolved, is_muted }) => !is_resolved && !is_muted).length
    const known = readDsn(dsn)
    projects.push({ name, number: known?.number ?? id, publicKeys: known ? [known.publicKey] : [], openIssues })
  }
  return { projects, members: [] }
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
  const check = (body: unknown) => {
    const page = validate(body)
    if (!page.ok) throw new CommandFailure(`${source.url}${path} is not what Bugsink 2 answers`)
    return page.value
  }
  return readPages(source, path, {
    items: (body) => check(body).results,
    next: (body) => check(body).next ?? undefined,
  })
}
