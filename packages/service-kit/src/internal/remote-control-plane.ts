import { limits } from '@signalbox/contracts'
import type {
  IssueDirectory,
  KeyDirectory,
  ProjectDirectory,
  ProjectSettingsDirectory,
  SessionDirectory,
  Sighting,
  SightingRecorder,
} from '../directory.js'
import type { EventDeletions, ProjectDeletions } from '../event-deletions.js'
import type { ClaimedSession, SessionWork } from '../session-work.js'
import type { ProcessVitals } from '../warnings/process-vitals.js'
import type { WarningReport } from '../warnings/warning-report.js'
import type { Resymbolications } from '../resymbolication.js'
import type { SourceMapDirectory } from '../source-map-directory.js'
import { createBatchedLookup } from './batched-lookup.js'
import { fromCallerMessage } from './caller-message.js'
import type { InternalClient } from './internal-client.js'

/** Directories of the control plane that other services use. */
export interface ControlPlaneDirectories {
  keys: KeyDirectory
  sessions: SessionDirectory
  projects: ProjectDirectory
  settings: ProjectSettingsDirectory
  issues: IssueDirectory
}

/** Client of a control plane in another process, without a cache. */
export interface RemoteControlPlane extends ControlPlaneDirectories {
  sightings: SightingRecorder
  eventDeletions: EventDeletions
  projectDeletions: ProjectDeletions
  sessionWork: SessionWork
  sourceMaps: SourceMapDirectory
  resymbolications: Resymbolications
  /** Rejects if the control plane does not respond. */
  ping(): Promise<unknown>
  /** See `WarningBoard`. */
  reportWarnings: (source: string, warnings: readonly WarningReport[], vitals: ProcessVitals) => Promise<void>
}

export function createRemoteControlPlane(client: InternalClient): RemoteControlPlane {
  return {
    ping: () => client.call('ping', {}),
    keys: createRemoteKeys(client),
    sessions: createRemoteSessions(client),
    projects: {
      findProject: async (organizationId, idOrNumber) =>
        (await client.call('findProject', { organizationId, idOrNumber })).project ?? undefined,
    },
    settings: {
      readSettings: async (reference) => (await client.call('readSettings', reference)).settings ?? undefined,
      readCurrentSettings: async (projectId) => (await client.call('readCurrentSettings', { projectId })).settings,
    },
    issues: createRemoteIssues(client),
    sightings: { recordSightings: (sightings) => recordSightings(client, sightings) },
    eventDeletions: createRemoteEventDeletions(client),
    projectDeletions: createRemoteProjectDeletions(client),
    sessionWork: createRemoteSessionWork(client),
    sourceMaps: { resolveScripts: async (request) => (await client.call('resolveScripts', request)).scripts },
    resymbolications: createRemoteResymbolications(client),
    reportWarnings: async (source, warnings, vitals) => {
      await client.call('reportWarnings', { source, warnings: [...warnings], vitals })
    },
  }
}

function createRemoteKeys(client: InternalClient): KeyDirectory {
  const findDsnKey = createBatchedLookup({
    findAll: async (publicKeys) => (await client.call('findDsnKeys', { publicKeys: [...publicKeys] })).owners,
  })
  const findApiKey = createBatchedLookup({
    findAll: async (secrets) => (await client.call('findApiKeys', { secrets: [...secrets] })).callers,
  })
  return {
    findDsnKey: async (publicKey) => (await findDsnKey(publicKey)) ?? undefined,
    findApiKey: async (secret) => {
      const caller = await findApiKey(secret)
      return caller ? fromCallerMessage(caller) : undefined
    },
  }
}

function createRemoteSessions(client: InternalClient): SessionDirectory {
  const find = createBatchedLookup({
    findAll: async (secrets) => (await client.call('findBrowserSessions', { secrets: [...secrets] })).callers,
  })
  return {
    findSession: async (secret) => {
      const caller = await find(secret)
      return caller ? fromCallerMessage(caller) : undefined
    },
  }
}

function createRemoteIssues(client: InternalClient): IssueDirectory {
  return {
    findIssue: async (organizationId, issueId) =>
      (await client.call('findIssue', { organizationId, issueId })).issue ?? undefined,
    findIssues: async (organizationId, issueIds) => {
      const { issues } = await client.call('findIssues', { organizationId, issueIds: [...issueIds] })
      return new Map(Object.entries(issues))
    },
    findIssueIds: async (organizationId, fingerprints) => {
      const { issueIds } = await client.call('findIssueIds', { organizationId, fingerprints: [...fingerprints] })
      return new Map(Object.entries(issueIds))
    },
  }
}

async function recordSightings(client: InternalClient, sightings: readonly Sighting[]): Promise<void> {
  const { sightingsMax } = limits.internal
  for (let start = 0; start < sightings.length; start += sightingsMax) {
    await client.call('recordSightings', { sightings: sightings.slice(start, start + sightingsMax) })
  }
}

function createRemoteEventDeletions(client: InternalClient): EventDeletions {
  return {
    listDeletions: async (page) => (await client.call('listDeletions', page)).deletions,
    finishDeletion: async (id) => {
      await client.call('finishDeletion', { id })
    },
  }
}

function createRemoteProjectDeletions(client: InternalClient): ProjectDeletions {
  return {
    listProjectDeletions: async (page) => (await client.call('listProjectDeletions', page)).deletions,
    finishProjectDeletion: async (id) => {
      await client.call('finishProjectDeletion', { id })
    },
  }
}

function createRemoteResymbolications(client: InternalClient): Resymbolications {
  return {
    claimPage: async () => (await client.call('claimResymbolication', {})).page ?? undefined,
    moveFingerprints: async (moves) => (await client.call('moveFingerprints', { moves: [...moves] })).moved,
    finishPage: async (progress) => {
      await client.call('finishResymbolication', progress)
    },
  }
}

function createRemoteSessionWork(client: InternalClient): SessionWork {
  return {
    claimSessions: (request) => claimOneByOne(client, request),
    renewLease: async (lease, leaseMs) => {
      await client.call('renewLease', { lease, leaseMs })
    },
    appendStep: async (lease, recorded, usage) => {
      await client.call('appendStep', { lease, recorded, usage })
    },
    endTurn: async (lease, turn) => {
      await client.call('endTurn', { lease, turn })
    },
  }
}

/** Claims one session per request: a session includes its complete record, which may be large. */
async function claimOneByOne(
  client: InternalClient,
  { max, ...request }: Parameters<SessionWork['claimSessions']>[0],
): Promise<ClaimedSession[]> {
  const claimed: ClaimedSession[] = []
  while (claimed.length < max) {
    const next = await claimNext(client, request, claimed)
    if (next === undefined) return claimed
    claimed.push(next)
  }
  return claimed
}

/** Throws only if nothing has been claimed yet: sessions that were claimed before the failure must run. */
async function claimNext(
  client: InternalClient,
  request: { owner: string; leaseMs: number },
  claimed: readonly ClaimedSession[],
): Promise<ClaimedSession | undefined> {
  try {
    return (await client.call('claimSessions', { ...request, max: 1 })).sessions[0]
  } catch (error) {
    if (claimed.length === 0) throw error
    return undefined
  }
}
