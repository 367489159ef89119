import { isDeepStrictEqual } from 'node:util'
import {
  createValidator,
  defaultProjectSettings,
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

/** The newest settings of a project. Version 0 stands for the defaults. */
export interface NewestSettings {
  version: number
  settings: ProjectSettings
  /** Unix milliseconds; undefined for version 0. */
  updatedAt: number | undefined
}

/** Who changes what, and when. */
export interface SettingsUpdate {
  projectId: string
  change: ProjectSettingsChange
  /** API key of the change. */
  keyId: string
  /** Unix milliseconds. */
  now: number
}

/** Kept settings are a patch of the defaults: fields that came later than they have their default. */
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
 * Makes a new version of a change, or none when the change alters nothing.
 * @returns the newest settings.
 * @throws ServiceError `conflict` when the change was made for another version, `invalid-body` when it is faulty.
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
    const version = newest.version + 1
    insertVersion(store, { ...update, version, settings })
    return { version, settings, updatedAt: update.now }
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

/** Versions never change and readers keep what they read, so nothing is cached here. */
export function createSettingsDirectory({ projectSettings }: ProjectStores): ProjectSettingsDirectory {
  return {
    readCurrentSettings: (projectId) =>
      new Promise((resolve) => {
        resolve(readNewestSettings({ projectSettings }, projectId).settings)
      }),
    readSettings: ({ projectId, version }) =>
      new Promise((resolve) => {
        const row = projectSettings.find(projectId, version)
        resolve(row && readRow(row))
      }),
  }
}
