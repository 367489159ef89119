import { envelopeMetaCodec, otlpMetaCodec, type ProjectSettings } from '@signalbox/contracts'
import type { LogBatch, LogRecord } from '@signalbox/event-log'
import type { ProjectSettingsDirectory, SettingsReference } from '@signalbox/service-kit'

/** Settings of a batch's projects, by `settingsKey`. Plain data: sent to the worker with the batch. */
export type BatchSettings = ReadonlyMap<string, ProjectSettings>

/** A batch with the settings that its records refer to. */
export interface ResolvedBatch extends LogBatch {
  /** Records of projects with the default settings need none. */
  settings?: BatchSettings
}

/** Identifies a version of a project's settings. */
export function settingsKey({ projectId, version }: SettingsReference): string {
  return `${projectId}:${version}`
}

/** Looks up the settings that records refer to. */
export interface SettingsReader {
  /** @throws ServiceError `unavailable` if the control plane is unreachable. */
  resolve(batch: LogBatch): Promise<ResolvedBatch>
}

/** Maximum number of cached versions; a project changes its settings a few times a year. */
const versionsMax = 1_000

/** Versions never change, so each is read once. A missing version yields the defaults. */
export function createSettingsReader(directory: ProjectSettingsDirectory): SettingsReader {
  const known = new Map<string, ProjectSettings>()
  const read = async (reference: SettingsReference): Promise<ProjectSettings | undefined> => {
    const key = settingsKey(reference)
    const found = known.get(key) ?? (await directory.readSettings(reference))
    if (found !== undefined) {
      if (known.size >= versionsMax) known.clear()
      known.set(key, found)
    }
    return found
  }
  return {
    resolve: async (batch) => {
      const settings = new Map<string, ProjectSettings>()
      for (const [key, reference] of referencesOf(batch)) {
        const found = await read(reference)
        if (found !== undefined) settings.set(key, found)
      }
      return settings.size === 0 ? batch : { ...batch, settings }
    },
  }
}

function referencesOf(batch: LogBatch): ReadonlyMap<string, SettingsReference> {
  const references = new Map<string, SettingsReference>()
  if (batch.topic !== 'envelopes' && batch.topic !== 'otlp') return references
  const codec = batch.topic === 'otlp' ? otlpMetaCodec : envelopeMetaCodec
  for (const record of batch.records) {
    const reference = referenceOf(record, codec)
    if (reference !== undefined) references.set(settingsKey(reference), reference)
  }
  return references
}

/** Most records refer to none, so their headers aren't parsed here. */
function referenceOf(
  { headers }: LogRecord,
  codec: typeof envelopeMetaCodec | typeof otlpMetaCodec,
): SettingsReference | undefined {
  if (headers['meta']?.includes('"settingsVersion"') !== true) return undefined
  try {
    const { project } = codec.decode(headers)
    return project?.settingsVersion === undefined
      ? undefined
      : { projectId: project.id, version: project.settingsVersion }
  } catch {
    return undefined // The record is read again with its batch and becomes a dead letter there.
  }
}
