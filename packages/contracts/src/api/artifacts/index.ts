import type { RouteContract } from '../http/route.js'
import { assembleArtifacts, readChunkUpload, uploadChunks } from './chunk-upload.js'
import { assembleDebugFiles, listArtifacts, uploadDebugFiles } from './debug-files.js'
import { diagnoseEvent, diagnoseScript } from './script-diagnosis.js'
import { deleteSourceMapUpload, listSourceMaps, readSourceMapUpload } from './source-map-list.js'
import { uploadSourceMaps } from './source-map-upload.js'

export * from './chunk-upload.js'
export * from './debug-files.js'
export * from './script-diagnosis.js'
export * from './source-map-list.js'
export * from './source-map-upload.js'

/** Routes of this domain, in documentation order. */
export const artifactRoutes: readonly RouteContract[] = [
  readChunkUpload,
  uploadChunks,
  assembleArtifacts,
  uploadSourceMaps,
  listSourceMaps,
  diagnoseScript,
  assembleDebugFiles,
  uploadDebugFiles,
  listArtifacts,
  diagnoseEvent,
  readSourceMapUpload,
  deleteSourceMapUpload,
]
