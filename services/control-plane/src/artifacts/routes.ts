import {
  assembleArtifacts,
  assembleDebugFiles as assembleDebugFilesRoute,
  diagnoseEvent as diagnoseEventRoute,
  deleteSourceMapUpload,
  diagnoseScript as diagnoseRoute,
  limits,
  listArtifacts,
  listSourceMaps,
  readChunkUpload,
  readSourceMapUpload,
  uploadChunks,
  uploadDebugFiles,
  uploadSourceMaps,
  toTimestamp,
} from '@signalbox/contracts'
import { createFormRoute, createRoute, type ApiCaller, type Route } from '@signalbox/service-kit'
import type { IncomingMessage } from 'node:http'
import { requireProjectBySlug } from '../projects/find-by-slug.js'
import { requireProject } from '../projects/find-project.js'
import { requireOwnOrganization } from '../identity/organization-slug.js'
import type { Artifacts } from './artifacts.js'
import { assembleBundle } from './assemble-bundle.js'
import { assembleDebugFiles } from './assemble-debug-files.js'
import { diagnoseEvent } from './doctor/diagnose-event.js'
import { diagnoseScript } from './diagnose-script.js'
import { describeChunkUpload } from './describe-chunk-upload.js'
import { deleteUpload, listUploads, readUpload } from './list-uploads.js'
import { storeChunk } from './store-chunks.js'
import { readForm, type SentForm } from './read-form.js'
import { readTarget } from './read-target.js'
import type { ArtifactRouteDependencies } from './route-dependencies.js'
import { receiveDebugFiles } from './receive-debug-files.js'
import { receiveUpload } from './receive-upload.js'
import { debugFileTypes, type ArtifactFileStore } from './store/artifact-files.js'

const { chunkBytesMax, chunksPerRequestMax, requestBytesMax } = limits.artifacts
/** Allows for incompressible data, which compression makes slightly larger. */
const compressedChunkBytesMax = chunkBytesMax + 64 * 1_024
/** Allows for boundaries and headers of the form's parts. */
const formBytesMax = requestBytesMax + chunksPerRequestMax * 2_048

/** Routes for source map uploads: by Sentry's clients, and as form files. */
export function createArtifactRoutes(dependencies: ArtifactRouteDependencies): Route[] {
  const { store, artifacts, clock } = dependencies
  const { quota, work } = artifacts
  return [
    createRoute(readChunkUpload, ({ caller, params }) => {
      const organization = requireOwnOrganization(store, caller.organizationId, params.organization)
      return describeChunkUpload(dependencies.publicUrl, organization.name)
    }),
    createFormRoute(uploadChunks, async ({ caller, params, form }) => {
      const { organizationId } = caller
      requireOwnOrganization(store, organizationId, params.organization)
      const bounds = { bytesMax: formBytesMax, filesMax: chunksPerRequestMax, fileBytesMax: compressedChunkBytesMax }
      const kept = { bundles: store.artifactBundles, quota, clock }
      await readForm(sentBy(caller, form, artifacts), bounds, (file) => storeChunk(kept, organizationId, file))
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
    createFormRoute(uploadSourceMaps, ({ caller, params, form }) => {
      const { id: projectId } = requireProject(store.projects, caller.organizationId, params.project_id)
      return receiveUpload(dependencies, { projectId, form: sentBy(caller, form, artifacts) })
    }),
    ...createUploadRoutes(dependencies),
    ...createDebugFileRoutes(dependencies),
  ]
}

function sentBy({ organizationId }: ApiCaller, req: IncomingMessage, { formMemory: memory }: Artifacts): SentForm {
  return { req, organizationId, memory }
}

/** Routes that show uploads to people. */
function createUploadRoutes({ store, artifacts: { blobs } }: ArtifactRouteDependencies): Route[] {
  return [
    createRoute(listSourceMaps, ({ caller: { organizationId }, params, query: { search, limit, offset } }) => {
      const { id } = requireProject(store.projects, organizationId, params.project_id)
      return listUploads(store, id, { search, limit, offset })
    }),
    createRoute(readSourceMapUpload, ({ caller: { organizationId }, params }) => {
      const { id } = requireProject(store.projects, organizationId, params.project_id)
      return readUpload(store, id, params.bundle_id)
    }),
    createRoute(deleteSourceMapUpload, ({ caller: { organizationId }, params }) => {
      const { id: projectId } = requireProject(store.projects, organizationId, params.project_id)
      return deleteUpload(store, blobs, { projectId, bundleId: params.bundle_id })
    }),
  ]
}

/** Routes for debug files and mappings, which are only stored, and for the count of all stored files. */
function createDebugFileRoutes(dependencies: ArtifactRouteDependencies): Route[] {
  const { store, artifacts } = dependencies
  return [
    createRoute(assembleDebugFilesRoute, ({ caller: { organizationId }, params, body }) => {
      const { id: projectId } = requireProjectBySlug(store, organizationId, params)
      return assembleDebugFiles(dependencies, { organizationId, projectId }, body)
    }),
    createFormRoute(uploadDebugFiles, ({ caller, params, form }) => {
      const { organizationId } = caller
      const { id: projectId } = requireProjectBySlug(store, organizationId, params)
      return receiveDebugFiles(dependencies, { organizationId, projectId }, sentBy(caller, form, artifacts))
    }),
    createRoute(listArtifacts, ({ caller: { organizationId }, params }) => {
      const { id } = requireProject(store.projects, organizationId, params.project_id)
      return countArtifacts(store.artifactFiles, id)
    }),
  ]
}

/** Counts the stored files of a project by type. */
function countArtifacts(files: Pick<ArtifactFileStore, 'countByType'>, projectId: string) {
  const artifacts = files.countByType(projectId).map(({ last_uploaded_at: at, ...counted }) => ({
    ...counted,
    last_uploaded_at: toTimestamp(at),
    is_applied: !debugFileTypes.some((type) => type === counted.type),
  }))
  return { artifacts }
}
