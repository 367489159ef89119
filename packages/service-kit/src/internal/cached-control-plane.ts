import { createHash } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { limits, type ProjectSettings } from '@signalbox/contracts'
import { systemClock, type Clock } from '../clock.js'
import type { ApiCaller, DsnKeyOwner, ProjectReference, SignedInCaller } from '../directory.js'
import { LookupCache, type LookupCachePolicy } from './lookup-cache.js'
import { cacheIssues } from './cached-issues.js'
import type { ControlPlaneDirectories } from './remote-control-plane.js'
import { unlessExpired } from './unless-expired.js'

const { cache } = limits.internal

/**
 * If the control plane is unreachable, cached keys are good for ingesting telemetry for a day, but for API access and
 * sessions only for an hour.
 */
const intakePolicy: LookupCachePolicy = { ...cache, staleMs: cache.intakeStaleMs }
const accessPolicy: LookupCachePolicy = { ...cache, staleMs: cache.accessStaleMs }

/**
 * Caches the control plane for services that must work without it. Changes take effect within `usableMs` of
 * `limits.internal.cache` plus the duration of one lookup.
 * @param clocks `steady` is the clock of `LookupCacheOptions`; `wall` determines when a key or a session expires.
 */
export function cacheControlPlane(
  remote: ControlPlaneDirectories,
  { steady: clock = () => performance.now(), wall = systemClock }: { steady?: Clock; wall?: Clock } = {},
): ControlPlaneDirectories {
  const create = <T>(policy: LookupCachePolicy) => new LookupCache<T>({ policy, clock })
  const dsnKeys = create<DsnKeyOwner>(intakePolicy)
  const apiKeys = create<ApiCaller>(accessPolicy)
  const sessions = create<SignedInCaller>(accessPolicy)
  const projects = create<ProjectReference>(accessPolicy)
  const settings = create<ProjectSettings>(intakePolicy)
  const currentSettings = create<ProjectSettings>(intakePolicy)
  return {
    keys: {
      findDsnKey: (publicKey) => dsnKeys.find(publicKey, () => remote.keys.findDsnKey(publicKey)),
      findApiKey: async (secret) =>
        unlessExpired(await apiKeys.find(hashOf(secret), () => remote.keys.findApiKey(secret)), wall()),
    },
    sessions: {
      findSession: async (secret) =>
        unlessExpired(await sessions.find(hashOf(secret), () => remote.sessions.findSession(secret)), wall()),
    },
    projects: {
      findProject: (organizationId, idOrNumber) =>
        projects.find(`${organizationId}:${idOrNumber}`, () => remote.projects.findProject(organizationId, idOrNumber)),
    },
    settings: {
      readSettings: (reference) =>
        settings.find(`${reference.projectId}:${reference.version}`, () => remote.settings.readSettings(reference)),
      readCurrentSettings: (projectId) =>
        currentSettings.find(projectId, () => remote.settings.readCurrentSettings(projectId)),
    },
    issues: cacheIssues(remote.issues, { policy: accessPolicy, clock }),
  }
}

/** Secrets themselves are not stored. */
function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('base64')
}
