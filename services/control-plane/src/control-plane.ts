import {
  silentLog,
  systemClock,
  type Clock,
  type IssueDirectory,
  type KeyDirectory,
  type Log,
  type ProjectDirectory,
  type ProjectSettingsDirectory,
  type Route,
  type SessionWork,
  type SightingRecorder,
} from '@signalbox/service-kit'
import { bootstrap, type BootstrapResult } from './bootstrap.js'
import { createIssueDirectory } from './issues/issue-directory.js'
import { createSightingRecorder, type IssueCreatedObserver } from './issues/record-sightings.js'
import { createKeyDirectory } from './keys/key-directory.js'
import { createLastUses } from './keys/last-uses.js'
import { createProjectDirectory } from './projects/project-directory.js'
import { createRoutes } from './routes/index.js'
import { createSessionWork } from './sessions/session-work.js'
import { createSettingsDirectory } from './settings/project-settings.js'
import { openStore } from './store/store.js'

export interface ControlPlaneOptions {
  /** Made when missing; holds `control-plane.db`. */
  dataDirectory: string
  /** The address that DSNs show. */
  publicUrl: string
  clock?: Clock
  log?: Log
  /** See `record-sightings.ts`. */
  onIssueCreated?: IssueCreatedObserver
}

/** The owner of organizations, keys, projects with their settings, and issues. */
export interface ControlPlane {
  routes: Route[]
  keys: KeyDirectory
  projects: ProjectDirectory
  settings: ProjectSettingsDirectory
  sightings: SightingRecorder
  issues: IssueDirectory
  /** The sessions that wait to be carried out. */
  sessionWork: SessionWork
  /** See `bootstrap.ts`. Call at every start, before requests are served. */
  bootstrap(givenApiKey?: string): BootstrapResult
  /** Writes what is pending and closes the database. Nothing works afterwards. */
  close(): void
}

/** @throws DatabaseUnusable when the database is locked, read-only, damaged or of a newer version. */
export function openControlPlane(options: ControlPlaneOptions): ControlPlane {
  const { dataDirectory, publicUrl, clock = systemClock, log = silentLog, onIssueCreated } = options
  const store = openStore(dataDirectory)
  const lastUses = createLastUses(store.apiKeys, log)
  const keys = createKeyDirectory({ store, lastUses, clock })
  return {
    keys,
    projects: createProjectDirectory(store.projects),
    settings: createSettingsDirectory(store),
    sightings: createSightingRecorder({ store, clock, ...(onIssueCreated && { onIssueCreated }) }),
    issues: createIssueDirectory(store),
    sessionWork: createSessionWork({ store, clock }),
    routes: createRoutes({ store, keys, lastUses, publicUrl, clock }),
    bootstrap: (givenApiKey) => bootstrap({ store, publicUrl, clock }, givenApiKey),
    close: () => {
      lastUses.close()
      store.close()
    },
  }
}
