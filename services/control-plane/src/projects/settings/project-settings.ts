import { isDeepStrictEqual } from 'node:util'
import {
  createValidator,
  dayMs,
  defaultProjectSettings,
  limits,
  type ProjectSettings,
  ProjectSettingsChange,
  ServiceError,
  toTimestamp,
  type VersionedProjectSettings,
} from '@signalbox/contracts'
import type { ProjectSettingsDirectory } from '@signalbox/service-kit'
import type { ProjectSettingsRow } from '../store/project-settings.js'
import type { ProjectStores } from '../store/project-stores.js'
import { mergeSettings } from './merge-settings.js'
import { findSettingsFaults } from './settings-faults.js'

/** A project's latest settings. Version 0 means defaults. */
export interface NewestSettings {
  version: number
  settings: ProjectSettings
  /** Unix milliseconds; undefined for version 0. */
  updatedAt: number | undefined
}

/** A change with its author and time. */
export interface SettingsUpdate {
  projectId: string
  change: ProjectSettingsChange
  /** API key that makes the change. */
  keyId: string
  /** Unix milliseconds. */
  now: number
}

/** Stored settings are a patch of the defaults, so fields added later get their default. */
const validateKept = createValidator(ProjectSettingsChange)

function readRow(row: ProjectSettingsRow): ProjectSettings {
  const kept = validateKept(JSON.parse(row.settings))
  if (kept.ok) return mergeSettings(defaultProjectSettings, kept.value)
  throw new Error(`version ${row.version} of the settings of project ${row.project_id} cannot be read`)
}

export function readNewestSettings(
  { projectSettings }: Pick<ProjectStores, 'projectSettings'>,
  projectId: string,
): NewestSettings {
  const row = projectSettings.findNewest(projectId)
  if (row === undefined) return { version: 0, settings: defaultProjectSettings, updatedAt: undefined }
  return { version: row.version, settings: readRow(row), updatedAt: row.created_at }
}

/**
 * Creates a new version, unless the change has no effect.
 * @returns the latest settings.
 * @throws ServiceError `conflict` if the change was based on a different version, `invalid-body` if it is invalid,
 * `rate-limited` if there were too many changes in a day.
 */
export function changeSettings(store: ProjectStores, update: SettingsUpdate): NewestSettings {
  const { expected_version: expectedVersion, ...patch } = update.change
  return store.transact(() => {
    const newest = readNewestSettings(store, update.projectId)
    if (expectedVersion !== undefined && expectedVersion !== newest.version) {
      throw new ServiceError('conflict', { detail: `The latest version is ${newest.version}, not ${expectedVersion}` })
    }
    const settings = mergeSettings(newest.settings, patch)
    const faults = findSettingsFaults(patch, settings)
    if (faults.length > 0) throw new ServiceError('invalid-body', { faults })
    if (isDeepStrictEqual(settings, newest.settings)) return newest
    refuseTooMany(store, update, newest.version)
    const version = newest.version + 1
    insertVersion(store, { ...update, version, settings })
    return { version, settings, updatedAt: update.now }
  })
}

function refuseTooMany({ projectSettings }: ProjectStores, { projectId, now }: SettingsUpdate, version: number): void {
  const { versionsPerDayMax } = limits.settings
  const earliest = projectSettings.find(projectId, version - versionsPerDayMax + 1)
  const waitMs = (earliest?.created_at ?? 0) + dayMs - now
  if (waitMs <= 0) return
  throw new ServiceError('rate-limited', {
    retryAfterSeconds: Math.ceil(waitMs / 1_000),
    detail: `The settings of a project can be changed ${versionsPerDayMax} times a day`,
  })
}

function insertVersion(
  { projectSettings }: ProjectStores,
  { projectId, version, settings, now, keyId }: SettingsUpdate & { version: number; settings: ProjectSettings },
): void {
  projectSettings.insert({
    project_id: projectId,
    version,
    settings: JSON.stringify(settings),
    created_at: now,
    created_by: keyId,
  })
}

export function toVersionedSettings({ settings, version, updatedAt }: NewestSettings): VersionedProjectSettings {
  return { ...settings, version, updated_at: updatedAt === undefined ? null : toTimestamp(updatedAt) }
}

/** Versions are immutable and cached by their readers, so there is no cache here. */
export function createSettingsDirectory({ projectSettings }: ProjectStores): ProjectSettingsDirectory {
  return {
    readCurrentSettings: (projectId) =>
      new Promise((resolve) => {
        resolve(readNewestSettings({ projectSettings }, projectId).settings)
      }),
    readSettings: ({ projectId, version }) =>
      new Promise((resolve) => {
        // Version 0 is the defaults, which no row has.
        const row = version > 0 ? projectSettings.findFrom(projectId, version) : undefined
        resolve(row && readRow(row))
      }),
  }
}
