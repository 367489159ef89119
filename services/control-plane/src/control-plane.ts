import { openBlobStore, type BlobPlace } from '@signalbox/artifact-store'
import { limits } from '@signalbox/contracts'
import type { DeadLetterQueue } from '@signalbox/event-log'
import {
  createCookies,
  createVitals,
  createWarningBoard,
  noWarnings,
  silentLog,
  systemClock,
  type BrowserGuards,
  type Clock,
  type ControlPlaneApi,
  type Log,
  type Metrics,
  type RefusedKeyObserver,
  type Route,
  type Vitals,
  type Warnings,
} from '@signalbox/service-kit'
import { join } from 'node:path'
import { createArtifacts } from './artifacts/artifacts.js'
import { telemetryUnavailable, type QueryTelemetry } from './telemetry-queries/query-telemetry.js'
import type { BackgroundWork } from './scheduling/background-work.js'
import { createBackgroundWork } from './create-background-work.js'
import { createBackupMaker } from './backup/backup-maker.js'
import { bootstrap, prepare, type BootstrapResult } from './bootstrap.js'
import { createIdentity, type IdentityOptions } from './identity/identity.js'
import { createEventDeletions } from './issues/event-deletions.js'
import type { IssueEventObserver } from './issues/issue-events.js'
import { createIssueDirectory } from './issues/issue-directory.js'
import { createResymbolications } from './issues/resymbolications.js'
import { createSightingRecorder, type IssueCreatedObserver } from './issues/record-sightings.js'
import { createKeyDirectory } from './projects/key-directory.js'
import { createLastUses } from './identity/last-uses.js'
import { createAccountMails } from './notifications/account-mails.js'
import { createNotices, type NoticeSettings } from './notifications/notices/notices.js'
import { queueIssueNotices } from './notifications/notices/queue-notices.js'
import { createProjectDeletions } from './project-deletion/project-eraser.js'
import { createProjectDirectory } from './projects/project-directory.js'
import { createRoutes } from './routes.js'
import { createSessionWork } from './sessions/session-work.js'
import { createSettingsDirectory } from './projects/settings/project-settings.js'
import type { StatementObserver } from './database/database.js'
import { openStore } from './control-plane-store.js'
import { createSessionEndObserver } from './workflows/session-end-observer.js'

export interface ControlPlaneOptions extends Omit<IdentityOptions, 'sendAccountMail'> {
  /** Created if missing; contains `control-plane.db`. */
  dataDirectory: string
  /** The keys that encrypt secrets in the database; created if missing. Default: `secret.key` next to the database. */
  secretKeyFile?: string | undefined
  /** Base URL of DSNs and of the web pages. */
  publicUrl: string
  /** Where uploaded artifacts are stored. Default: below the data directory. */
  artifactPlace?: BlobPlace
  /** Maximum total size of an organization's uploads, in bytes. */
  artifactsBytesMax?: number
  clock?: Clock
  log?: Log
  /**
   * Queries the telemetry routes. Without it, no condition is evaluated, and routes that need telemetry are
   * unavailable.
   */
  queryTelemetry?: QueryTelemetry
  /** The dead letters of the event log. Without it, they are unavailable. */
  deadLetters?: DeadLetterQueue
  /** Where notices may be sent, and the mail server to use. */
  notices?: NoticeSettings
  metrics?: Pick<Metrics, 'counter'>
  /** Warnings of the process. */
  warnings?: Warnings
  /** Health of this process. Default: that of a stand-alone control plane. */
  vitals?: Vitals
  /** See `record-sightings.ts`. */
  onIssueCreated?: IssueCreatedObserver
  /** Observes SQL statements, to measure the cost of requests. */
  onStatement?: StatementObserver | undefined
}

/** Owns organizations, members, keys, projects with their settings, and issues. */
export interface ControlPlane extends ControlPlaneApi {
  routes: Route[]
  /** Notified of rejected API keys. */
  onRefusedKey: RefusedKeyObserver
  /** Authenticates people who are signed in with a browser. */
  browser: BrowserGuards
  /** Creates the background work, such as workflows that start automatically. Stop it before closing the database. */
  createBackgroundWork(): BackgroundWork
  /** See `bootstrap.ts`. Call it at every start, before serving requests. */
  prepare(givenApiKey?: string): void
  /** See `bootstrap.ts`. Call it at every start, once the result can be shown. */
  bootstrap(givenApiKey?: string): BootstrapResult
  /** Flushes pending writes and closes the database. Nothing works afterwards. */
  close(): void
}

function noticeOptionsOf({ notices: settings = {}, metrics, queryTelemetry }: ControlPlaneOptions) {
  return { settings, ...(metrics && { metrics }), ...(queryTelemetry && { queryTelemetry }) }
}

/**
 * @throws DatabaseUnusable if the database is locked, read-only, damaged or from a newer version; SecretKeyFault if a
 * key that encrypts secrets in it is missing.
 */
export function openControlPlane(options: ControlPlaneOptions): ControlPlane {
  const { dataDirectory, publicUrl, clock = systemClock, log = silentLog, queryTelemetry, onIssueCreated } = options
  const store = openStore(dataDirectory, options)
  const base = { store, clock, log }
  const lastUses = createLastUses(store.apiKeys, log)
  const backup = createBackupMaker({ dataDirectory, clock })
  const { artifactsBytesMax: bytesMax = limits.artifacts.keptBytesMax } = options
  const blobs = openBlobStore(options.artifactPlace ?? { directory: join(dataDirectory, 'artifacts') })
  const artifacts = createArtifacts({ ...base, blobs, bytesMax, uploadDirectory: join(dataDirectory, 'uploads') })
  const keys = createKeyDirectory({ store, lastUses, clock })
  const { warnings = noWarnings, vitals = createVitals(['control-plane'], clock) } = options
  const board = createWarningBoard({ warnings, vitals }, clock)
  const accountMails = createAccountMails(options.notices?.smtp, publicUrl)
  const identity = createIdentity({ ...base, publicUrl }, { ...options, ...accountMails })
  const notices = createNotices({ ...base, publicUrl, warnings, ...noticeOptionsOf(options) })
  const onSessionEnded = createSessionEndObserver(store)
  const onIssueEvent: IssueEventObserver = (event) => {
    queueIssueNotices(store, event)
  }
  return {
    keys,
    onRefusedKey: identity.onRefusedKey,
    browser: { sessions: identity.sessions, cookies: createCookies(publicUrl), publicUrl },
    projects: createProjectDirectory(store.projects),
    settings: createSettingsDirectory(store),
    sightings: createSightingRecorder({ store, clock, onIssueEvent, ...(onIssueCreated && { onIssueCreated }) }),
    issues: createIssueDirectory(store),
    eventDeletions: createEventDeletions(store),
    projectDeletions: createProjectDeletions(store),
    sessionWork: createSessionWork({ store, clock, onSessionEnded }),
    sourceMaps: artifacts.sourceMaps,
    resymbolications: createResymbolications({ store, clock }),
    warnings: board,
    createBackgroundWork: () =>
      createBackgroundWork({
        ...base,
        onIssueEvent,
        artifacts,
        warnings: board,
        notices: notices.createWork(),
        ...(queryTelemetry && { queryTelemetry }),
      }),
    routes: createRoutes({
      ...base,
      queryTelemetry: queryTelemetry ?? telemetryUnavailable,
      artifacts,
      warnings: board,
      keys,
      lastUses,
      publicUrl,
      identity,
      backup,
      deadLetters: options.deadLetters,
      notices,
      onSessionEnded,
    }),
    prepare: (givenApiKey) => {
      prepare({ store, publicUrl, clock }, givenApiKey)
    },
    bootstrap: (givenApiKey) => bootstrap({ store, publicUrl, clock }, givenApiKey),
    close: () => {
      lastUses.close()
      identity.close()
      accountMails?.close()
      notices.close()
      void artifacts.close()
      store.close()
    },
  }
}
