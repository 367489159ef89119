import {
  assembleArtifacts,
  diagnoseEvent as diagnoseEventRoute,
  diagnoseScript as diagnoseRoute,
  limits,
  readChunkUpload,
  uploadChunks,
  uploadSourceMaps,
} from '@signalbox/contracts'
import { createFormRoute, createRoute, type Route } from '@signalbox/service-kit'
import { requireProject } from '../projects/find-project.js'
import { requireOwnOrganization } from '../identity/organization-slug.js'
import { assembleBundle } from './assemble-bundle.js'
import { diagnoseEvent } from './doctor/diagnose-event.js'
import { diagnoseScript } from './diagnose-script.js'
import { describeChunkUpload } from './describe-chunk-upload.js'
import { keepChunk } from './keep-chunks.js'
import { readForm } from './read-form.js'
import { readTarget } from './read-target.js'
import type { ArtifactRouteDependencies } from './route-dependencies.js'
import { receiveUpload } from './receive-upload.js'

const { chunkBytesMax, chunksPerRequestMax } = limits.artifacts

/** Uploads of source maps: as Sentry's clients do it, and as files of a form. */
export function createArtifactRoutes(dependencies: ArtifactRouteDependencies): Route[] {
  const { store, artifacts, clock } = dependencies
  const { blobs, work } = artifacts
  return [
    createRoute(readChunkUpload, ({ caller, params }) => {
      const organization = requireOwnOrganization(store, caller.organizationId, params.organization)
      return describeChunkUpload(dependencies.publicUrl, organization.name)
    }),
    createFormRoute(uploadChunks, async ({ caller: { organizationId }, params, form }) => {
      requireOwnOrganization(store, organizationId, params.organization)
      const bounds = { filesMax: chunksPerRequestMax, fileBytesMax: chunkBytesMax }
      const kept = { bundles: store.artifactBundles, blobs, clock }
      await readForm(form, bounds, (file) => keepChunk(kept, organizationId, file))
      return {}
    }),
    createRoute(assembleArtifacts, ({ caller: { organizationId }, params, body }) => {
      requireOwnOrganization(store, organizationId, params.organization)
      const target = readTarget(store, organizationId, body)
      const { checksum, chunks } = body
      return assembleBundle({ store, work, clock }, { ...target, checksum, chunks })
    }),
    createRoute(diagnoseRoute, ({ caller: { organizationId }, params, query }) => {
      const { id: projectId } = requireProject(store.projects, organizationId, params.project_id)
      const { path, debug_id: debugId = null, release = '', dist = '' } = query
      const known = { sourceMaps: artifacts.sourceMaps, files: store.artifactFiles }
      return diagnoseScript(known, { projectId, release, dist, path, debugId })
    }),
    createRoute(diagnoseEventRoute, ({ caller: { organizationId }, params }) => {
      const project = requireProject(store.projects, organizationId, params.project_id)
      return diagnoseEvent(dependencies, { organizationId, project, eventId: params.event_id })
    }),
    createFormRoute(uploadSourceMaps, ({ caller: { organizationId }, params, form }) => {
      const project = requireProject(store.projects, organizationId, params.project_id)
      return receiveUpload(dependencies, { organizationId, projectId: project.id, form })
    }),
  ]
}
