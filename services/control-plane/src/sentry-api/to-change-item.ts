import { limits, parseTimestamp, type SentryCommit } from '@signalbox/contracts'

const repositoryName = /^[^/\s]+\/[^/\s]+$/

/** Converts a commit of a release to a change; a repository that is not `owner/name` is stored in its details. */
export function toChangeItem(commit: SentryCommit, release: string, now: number) {
  const { id, repository, author_name: author, message, timestamp, patch_set: patchSet } = commit
  const occurredAt = Math.min((timestamp ? parseTimestamp(timestamp) : undefined) ?? now, now)
  const { titleLengthMax, filesMax, pathLengthMax } = limits.change
  const files = (patchSet ?? []).map(({ path }) => path.slice(0, pathLengthMax)).slice(0, filesMax)
  const title = message?.split('\n', 1)[0]?.trim().slice(0, titleLengthMax)
  return {
    kind: 'commit',
    id,
    occurred_at: new Date(occurredAt).toISOString(),
    title: title || id,
    ...(author?.trim() && { author }),
    ...(repository && repositoryName.test(repository) && { repository }),
    ...(files.length > 0 && { files }),
    details: { release, ...(repository && { sentry_repository: repository }) },
  }
}
