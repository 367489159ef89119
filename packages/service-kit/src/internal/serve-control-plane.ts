import type {
  IssueDirectory,
  KeyDirectory,
  ProjectDirectory,
  ProjectSettingsDirectory,
  SessionDirectory,
  SightingRecorder,
} from '../directory.js'
import type { EventDeletions, ProjectDeletions } from '../event-deletions.js'
import type { SessionWork } from '../session-work.js'
import type { Resymbolications } from '../resymbolication.js'
import type { SourceMapDirectory } from '../source-map-directory.js'
import type { WarningBoard } from '../warnings/warning-board.js'
import { toCallerMessage, toSignedInMessage } from './caller-message.js'
import type { InternalHandlers } from './internal-router.js'

/** What the control plane provides to the other services. */
export interface ControlPlaneApi {
  keys: KeyDirectory
  browser: { sessions: SessionDirectory }
  projects: ProjectDirectory
  settings: ProjectSettingsDirectory
  sightings: SightingRecorder
  issues: IssueDirectory
  /** Pending deletions of events of deleted issues. */
  eventDeletions: EventDeletions
  /** Pending deletions of telemetry of deleted projects. */
  projectDeletions: ProjectDeletions
  /** The queue of agent sessions to run. */
  sessionWork: SessionWork
  /** Uploaded artifacts for the scripts of events. */
  sourceMaps: SourceMapDirectory
  /** Stored events whose artifacts arrived later. */
  resymbolications: Resymbolications
  /** Warnings of all processes of the installation. */
  warnings: WarningBoard
}

/** Handlers of the control plane for the other services, except `askRoute`. */
export function createControlPlaneHandlers(controlPlane: ControlPlaneApi): InternalHandlers {
  return { ping: () => ({}), ...lookupHandlers(controlPlane), ...workHandlers(controlPlane) }
}

function lookupHandlers(controlPlane: ControlPlaneApi): InternalHandlers {
  const { keys, browser, projects, settings, issues } = controlPlane
  return {
    findDsnKeys: async ({ publicKeys }) => ({
      owners: await findAll(publicKeys, (publicKey) => keys.findDsnKey(publicKey)),
    }),
    findApiKeys: async ({ secrets }) => {
      const callers = await findAll(secrets, (secret) => keys.findApiKey(secret))
      return { callers: callers.map((caller) => caller && toCallerMessage(caller)) }
    },
    findBrowserSessions: async ({ secrets }) => {
      const callers = await findAll(secrets, (secret) => browser.sessions.findSession(secret))
      return { callers: callers.map((caller) => caller && toSignedInMessage(caller)) }
    },
    findProject: async ({ organizationId, idOrNumber }) => ({
      project: (await projects.findProject(organizationId, idOrNumber)) ?? null,
    }),
    readSettings: async (reference) => ({ settings: (await settings.readSettings(reference)) ?? null }),
    readCurrentSettings: async ({ projectId }) => ({ settings: await settings.readCurrentSettings(projectId) }),
    findIssue: async ({ organizationId, issueId }) => ({
      issue: (await issues.findIssue(organizationId, issueId)) ?? null,
    }),
    findIssues: async ({ organizationId, issueIds }) => ({
      issues: Object.fromEntries(await issues.findIssues(organizationId, issueIds)),
    }),
    findIssueIds: async ({ organizationId, fingerprints }) => ({
      issueIds: Object.fromEntries(await issues.findIssueIds(organizationId, fingerprints)),
    }),
  }
}

function workHandlers({
  sightings,
  eventDeletions,
  projectDeletions,
  sessionWork,
  warnings,
  ...artifacts
}: ControlPlaneApi): InternalHandlers {
  return {
    ...artifactHandlers(artifacts),
    ...deletionHandlers({ eventDeletions, projectDeletions }),
    reportWarnings: ({ source, warnings: reported, vitals }) => {
      warnings.report(source, reported, vitals)
      return {}
    },
    recordSightings: async (request) => {
      await sightings.recordSightings(request.sightings)
      return {}
    },
    claimSessions: async (request) => ({ sessions: await sessionWork.claimSessions(request) }),
    renewLease: async ({ lease, leaseMs }) => {
      await sessionWork.renewLease(lease, leaseMs)
      return {}
    },
    appendStep: async ({ lease, recorded, usage }) => {
      await sessionWork.appendStep(lease, recorded, usage)
      return {}
    },
    endTurn: async ({ lease, turn }) => {
      await sessionWork.endTurn(lease, turn)
      return {}
    },
  }
}

function deletionHandlers({
  eventDeletions,
  projectDeletions,
}: Pick<ControlPlaneApi, 'eventDeletions' | 'projectDeletions'>): InternalHandlers {
  return {
    listDeletions: async (page) => ({ deletions: await eventDeletions.listDeletions(page) }),
    finishDeletion: async ({ id }) => {
      await eventDeletions.finishDeletion(id)
      return {}
    },
    listProjectDeletions: async (page) => ({ deletions: await projectDeletions.listProjectDeletions(page) }),
    finishProjectDeletion: async ({ id }) => {
      await projectDeletions.finishProjectDeletion(id)
      return {}
    },
  }
}

function artifactHandlers({
  sourceMaps,
  resymbolications,
}: Pick<ControlPlaneApi, 'sourceMaps' | 'resymbolications'>): InternalHandlers {
  return {
    resolveScripts: async (request) => ({ scripts: await sourceMaps.resolveScripts(request) }),
    claimResymbolication: async () => ({ page: (await resymbolications.claimPage()) ?? null }),
    moveFingerprints: async ({ moves }) => ({ moved: await resymbolications.moveFingerprints(moves) }),
    finishResymbolication: async (progress) => {
      await resymbolications.finishPage(progress)
      return {}
    },
  }
}

async function findAll<T>(
  names: readonly string[],
  find: (name: string) => Promise<T | undefined>,
): Promise<(T | null)[]> {
  return Promise.all(names.map(async (name) => (await find(name)) ?? null))
}
