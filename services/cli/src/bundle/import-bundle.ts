import { setTimeout as delay } from 'node:timers/promises'
import type { ApiClient } from '@signalbox/api-client'
import {
  createTelemetryProject,
  listTelemetryProjects,
  type Change,
  type Deployment,
  type ExportedKind,
} from '@signalbox/contracts'
import type { BundleHeader, BundleLine, TelemetryItem } from './bundle-line.js'
import { importChanges, importDeployments } from './import-changes.js'
import { keyOf, KnownItems } from './known-items.js'
import { readTelemetry, type Range } from './read-installation.js'
import { sendByOtlp, sendContained, sendEvents, sendSamples, sendSpans } from './send-items.js'
import type { Sender } from './sender.js'
import { isImportedByOtlp } from './to-otlp.js'

/** The result of importing a bundle. */
export interface ImportSums {
  /** Items sent now, and items that already existed, by kind. */
  sent: Record<string, number>
  known: Record<string, number>
  /** Items sent but not found afterwards: older than the retention, or rejected by the settings of the installation. */
  missing: number
  /** Transcripts, which are not imported. */
  sessions: number
}

export interface ImportParts {
  api: ApiClient
  sender: Sender
  /** How long to wait until sent items are stored, and the polling interval, in milliseconds. */
  settle?: { withinMs: number; everyMs: number }
}

/** Containers of log entries have a size limit, so no request has more items than this. */
const partItems = 500

interface Target {
  parts: ImportParts
  range: Range
  /** Name and DSN of the bundle's projects, by their ids in the bundle. */
  projects: Map<string, { name: string; dsn: string }>
  /** Names of the installation's projects, by id. */
  names: Map<string, string>
  sums: ImportSums
}

/**
 * Imports the entries of a bundle through the public API, with their original times and ids. Existing entries are
 * skipped, so an interrupted or repeated import does no harm.
 */
export async function importBundle(
  parts: ImportParts,
  lines: AsyncIterable<Exclude<BundleLine, { line: 'end' }>>,
): Promise<ImportSums> {
  const target: Target = {
    parts,
    range: { start: '', end: '' },
    projects: new Map(),
    names: new Map(),
    sums: { sent: {}, known: {}, missing: 0, sessions: 0 },
  }
  const importer = createItemImporter(target)
  const changes: Change[] = []
  const deployments: Deployment[] = []
  for await (const line of lines) {
    if (line.line === 'header') target.range = rangeOf(line)
    else if (line.line === 'project') await adoptProject(target, line)
    else if (line.line === 'item') await importer.add(line.kind, line.item)
    else if (line.line === 'change') changes.push(line.change)
    else if (line.line === 'deployment') deployments.push(line.deployment)
    else target.sums.sessions += 1
  }
  await importer.finish()
  count(target.sums, 'change', await importChanges(parts.api, changes))
  count(target.sums, 'deployment', await importDeployments(parts.api, deployments))
  return target.sums
}

function rangeOf({ start, end }: BundleHeader): Range {
  return { start, end }
}

/** Projects are matched by name. */
async function adoptProject(
  { parts, projects, names }: Target,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const { projects: present } = await parts.api.call(listTelemetryProjects, {})
  const project =
    present.find((each) => each.name === name) ?? (await parts.api.call(createTelemetryProject, { body: { name } }))
  projects.set(id, { name, dsn: project.dsn })
  names.set(project.id, name)
}

/** Collects items of one kind and sends them in batches; kinds follow one another. */
function createItemImporter(target: Target) {
  const { parts, sums } = target
  let current: { kind: ExportedKind; known: KnownItems; sentKeys: string[] } | undefined
  let waiting: TelemetryItem[] = []
  const flush = async () => {
    if (current) await sendPart(target, current.kind, waiting)
    waiting = []
  }
  const begin = async (kind: ExportedKind) => {
    await finish()
    current = { kind, known: await readKnown(target, kind), sentKeys: [] }
    return current
  }
  const finish = async () => {
    await flush()
    if (current && current.sentKeys.length > 0)
      sums.missing += await awaitStored(target, current.kind, current.sentKeys)
    current = undefined
  }
  return {
    finish,
    add: async (kind: ExportedKind, item: TelemetryItem): Promise<void> => {
      const { known, sentKeys } = current?.kind === kind ? current : await begin(kind)
      const key = keyOf(kind, item, projectOf(target, item)?.name ?? '')
      if (known.take(key)) {
        count(sums, kind, { sent: 0, known: 1 })
        return
      }
      count(sums, kind, { sent: 1, known: 0 })
      sentKeys.push(key)
      waiting.push(item)
      if (waiting.length >= partItems) await flush()
    },
  }

  /** Waits until everything that was sent is stored. @returns the number of items that are still missing. */
  async function awaitStored(of: Target, kind: ExportedKind, keys: readonly string[]): Promise<number> {
    const { withinMs, everyMs } = parts.settle ?? { withinMs: 30_000, everyMs: 500 }
    for (let waited = 0; ; waited += everyMs) {
      const known = await readKnown(of, kind)
      const missing = keys.filter((key) => !known.take(key)).length
      if (missing === 0 || waited >= withinMs) return missing
      await delay(everyMs)
    }
  }
}

async function readKnown({ parts, range, names }: Target, kind: ExportedKind): Promise<KnownItems> {
  const known = new KnownItems()
  for await (const item of readTelemetry(parts.api, kind, range)) {
    known.add(keyOf(kind, item, names.get(String(item['project_id'])) ?? ''))
  }
  return known
}

function projectOf({ projects }: Target, { project_id: id }: TelemetryItem) {
  return typeof id === 'string' ? projects.get(id) : undefined
}

/** Rejected items are skipped, and later found to be missing. */
async function sendPart(target: Target, kind: ExportedKind, items: readonly TelemetryItem[]): Promise<void> {
  const { sender } = target.parts
  if (kind === 'sample') {
    await sendSamples(sender, items)
    return
  }
  const owned = items.map((item) => [item, projectOf(target, item)?.dsn] as const)
  if (kind === 'data_point') {
    await sendByOtlp(sender, kind, owned)
    return
  }
  const isByOtlp = ([item, dsn]: (typeof owned)[number]) => isImportedByOtlp(kind, item, dsn !== undefined)
  const byOtlp = owned.filter(isByOtlp)
  const others = owned.filter((one) => !isByOtlp(one))
  const withDsn = others.flatMap(([item, dsn]) => (dsn === undefined ? [] : [[item, dsn] as const]))
  if (kind === 'event') {
    await sendEvents(sender, withDsn)
    return
  }
  await sendContained(sender, kind, withDsn)
  if (kind === 'app_metric') return
  await sendByOtlp(sender, kind, byOtlp)
  if (kind === 'span') {
    await sendSpans(
      sender,
      others.flatMap(([item, dsn]) => (dsn === undefined ? [item] : [])),
    )
  }
}

function count({ sent, known }: ImportSums, name: string, more: { sent: number; known: number }): void {
  sent[name] = (sent[name] ?? 0) + more.sent
  known[name] = (known[name] ?? 0) + more.known
}
