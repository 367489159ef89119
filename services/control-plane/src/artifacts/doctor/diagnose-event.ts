import type { BlobStore } from '@signalbox/artifact-store'
import {
  readEvent,
  toTimestamp,
  type EventDetail,
  type EventDiagnosis,
  type FrameDiagnosis,
  type ScriptDiagnosis,
} from '@signalbox/contracts'
import { scriptsPerRequestMax, type ResolvedScript, type ScriptReference } from '@signalbox/service-kit'
import {
  framePath,
  isResolvable,
  normalizeDebugId,
  openFlatIndex,
  readDebugIds,
  symbolicateStack,
  toScriptModule,
  type FrameFault,
} from '@signalbox/source-maps'
import { slugOf } from '../../identity/organization-slug.js'
import { explainScript } from '../diagnose-script.js'
import { findCode } from '../find-code.js'
import type { ArtifactRouteDependencies } from '../route-dependencies.js'
import type { ReleaseScope } from '../store/artifact-files.js'
import { explainFrame, type FrameExplanation } from './explain-frame.js'
import { readStacks, type SentFrame, type StoredStack } from './read-stacks.js'
import { suggestCommand } from './suggest-command.js'

/** The event to diagnose. */
export interface DiagnosedEvent {
  organizationId: string
  project: { id: string; name: string }
  eventId: string
}

/** What is known about a script that frames refer to. */
interface KnownScript {
  debugId: string | null
  diagnosis: ScriptDiagnosis
  uploadedAt: number | undefined
}

/** State of a diagnosis in progress. */
interface Examination {
  event: EventDetail
  platform: string
  scope: ReleaseScope
  scripts: ReadonlyMap<string, KnownScript>
  /** Why frames cannot be resolved although their scripts can. */
  faults: ReadonlyMap<SentFrame, FrameFault>
  commandFor(explained: FrameExplanation, path: string): string | null
}

const noScript: FrameExplanation = {
  finding: 'no_script',
  explanation: 'The frame does not refer to a script that could have been uploaded.',
  advice: null,
}

/**
 * Explains for each frame of a stored event why it is or is not resolved, based on the files that are uploaded now.
 * @throws ServiceError `not-found` for an unknown event; `unavailable` if telemetry cannot be queried.
 */
export async function diagnoseEvent(
  dependencies: ArtifactRouteDependencies,
  asked: DiagnosedEvent,
): Promise<EventDiagnosis> {
  const { organizationId, project, eventId } = asked
  const event = await dependencies.queryTelemetry(
    organizationId,
    readEvent,
    { project_id: project.id },
    { event_id: eventId },
  )
  const stacks = readStacks(event.event)
  const examination = await examine(dependencies, { asked, event, stacks })
  return {
    event_id: event.event_id,
    release: event.release || null,
    dist: examination.scope.dist || null,
    received_at: event.received_at,
    frames: stacks.flatMap((stack) => diagnoseStack(stack, examination)),
  }
}

async function examine(
  { store, artifacts, publicUrl }: ArtifactRouteDependencies,
  { asked, event, stacks }: { asked: DiagnosedEvent; event: EventDetail; stacks: readonly StoredStack[] },
): Promise<Examination> {
  const { organizationId, project } = asked
  const platform = textOf(event.event['platform'])
  const scope = { projectId: project.id, release: event.release, dist: textOf(event.event['dist']) }
  const references = listScripts(event, stacks)
  const resolved = await artifacts.sourceMaps.resolveScripts({ ...scope, scripts: references })
  const scripts = new Map<string, KnownScript>()
  const faults = new Map<SentFrame, FrameFault>()
  const frames = groupByPath(stacks)
  for (const [at, { path, debugId }] of references.entries()) {
    const found = resolved[at]
    const diagnosis = explainScript(store.artifactFiles, { ...scope, path, debugId }, found)
    const code = findCode(store.artifactFiles, scope, { path, debugId: normalizeDebugId(debugId) ?? null })
    scripts.set(path, { debugId, diagnosis, uploadedAt: code?.file.linked_at })
    const own = { path, frames: frames.get(path) ?? [], platform }
    if (found !== undefined) await artifacts.runExclusive(() => findFaults(artifacts.blobs, { ...own, found, faults }))
  }
  const organization = slugOf(store.organizations.find(organizationId)?.name ?? '')
  const { release, dist } = scope
  const place = { publicUrl, organization, project: slugOf(project.name), release, dist }
  const commandFor: Examination['commandFor'] = ({ finding }, path) => suggestCommand(finding, { ...place, path })
  return { event, platform, scope, scripts, faults, commandFor }
}

interface ScriptFrames {
  path: string
  frames: readonly SentFrame[]
  /** Platform of the event. */
  platform: string
  found: ResolvedScript
  /** Collects the faults of the frames. */
  faults: Map<SentFrame, FrameFault>
}

/** Holds the script's index in memory until it returns; it may be hundreds of megabytes. */
async function findFaults(blobs: BlobStore, { path, frames, platform, found, faults }: ScriptFrames): Promise<void> {
  const file = found.index === null ? undefined : await blobs.read({ area: 'indexes', name: found.index })
  const modules = new Map([[path, toScriptModule(found, file && openFlatIndex(file))]])
  symbolicateStack(frames, { platform, modules }).forEach(({ fault }, index) => {
    const frame = frames[index]
    if (frame !== undefined && fault !== undefined) faults.set(frame, fault)
  })
}

function groupByPath(stacks: readonly StoredStack[]): ReadonlyMap<string, SentFrame[]> {
  const byPath = new Map<string, SentFrame[]>()
  for (const frame of stacks.flatMap(({ frames }) => frames)) {
    const path = framePath(frame)
    const own = byPath.get(path)
    if (own === undefined) byPath.set(path, [frame])
    else own.push(frame)
  }
  return byPath
}

function listScripts({ event }: EventDetail, stacks: readonly StoredStack[]): ScriptReference[] {
  const debugIds = readDebugIds(event['debug_meta'])
  const platform = textOf(event['platform'])
  const frames = stacks.flatMap((stack) => stack.frames).filter((frame) => isResolvable(frame, platform))
  const paths = [...new Set(frames.map(framePath))].slice(0, scriptsPerRequestMax)
  return paths.map((path) => ({ path, debugId: debugIds.get(path) ?? null }))
}

function diagnoseStack({ name, frames }: StoredStack, examination: Examination): FrameDiagnosis[] {
  return frames.map((frame, index) => {
    const path = framePath(frame)
    const script = isResolvable(frame, examination.platform) ? examination.scripts.get(path) : undefined
    const explained = script === undefined ? noScript : explain(frame, { script, examination })
    return {
      ...describe(frame, { stack: name, index }),
      debug_id: script?.debugId ?? null,
      uploaded_at: script?.uploadedAt === undefined ? null : toTimestamp(script.uploadedAt),
      finding: explained.finding,
      explanation: explained.explanation,
      advice: explained.advice,
      command: examination.commandFor(explained, path),
    }
  })
}

interface FrameContext {
  script: KnownScript
  examination: Examination
}

function explain(frame: SentFrame, { script, examination }: FrameContext): FrameExplanation {
  const { diagnosis, uploadedAt } = script
  const fault = examination.faults.get(frame)
  const receivedAt = Date.parse(examination.event.received_at)
  return explainFrame({ isResolved: frame.isResolved, script: diagnosis, fault, receivedAt, uploadedAt })
}

function describe(frame: SentFrame, { stack, index }: { stack: string; index: number }) {
  return {
    stack,
    frame: index,
    function: frame.function || null,
    path: framePath(frame) || null,
    line: frame.lineno ?? null,
    column: frame.colno ?? null,
    is_resolved: frame.isResolved,
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
