import { ServiceError, type AssembleArtifactsBody } from '@signalbox/contracts'
import { findProjectBySlug } from '../projects/find-project.js'
import type { ArtifactStores } from './store/artifact-stores.js'
import type { UploadTarget } from './assemble-bundle.js'

/** What bundler plugins send if the build has no release. */
const noRelease = 'undefined'

/**
 * Determines the projects and release of an upload from a Sentry client.
 * @throws ServiceError `bad-request` for unknown projects and for a dist without a release.
 */
export function readTarget(
  { projects }: Pick<ArtifactStores, 'projects'>,
  organizationId: string,
  { projects: named, version, dist }: Pick<AssembleArtifactsBody, 'projects' | 'version' | 'dist'>,
): UploadTarget {
  const projectIds = named.map((name) => {
    const project = findProjectBySlug(projects, organizationId, String(name))
    if (project === undefined) throw new ServiceError('bad-request', { detail: `No such project: ${name}` })
    return project.id
  })
  const release = readRelease(version)
  if (release === '' && dist) throw new ServiceError('bad-request', { detail: 'A dist requires a release' })
  return { organizationId, projectIds: [...new Set(projectIds)], release, dist: dist ?? '' }
}

/** @returns an empty string for no release. */
export function readRelease(version: string | null | undefined): string {
  const release = version?.trim() ?? ''
  return release === noRelease ? '' : release
}
