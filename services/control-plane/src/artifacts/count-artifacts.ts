import { toTimestamp } from '@signalbox/contracts'
import { debugFileTypes, type ArtifactFileStore } from './store/artifact-files.js'

/** Counts the stored files of a project by type. */
export function countArtifacts(files: Pick<ArtifactFileStore, 'countByType'>, projectId: string) {
  const artifacts = files.countByType(projectId).map(({ last_uploaded_at: at, ...counted }) => ({
    ...counted,
    last_uploaded_at: toTimestamp(at),
    is_applied: !debugFileTypes.some((type) => type === counted.type),
  }))
  return { artifacts }
}
