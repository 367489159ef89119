import type { ApiClient } from '@signalbox/api-client'
import { isUuid, readIssue } from '@signalbox/contracts'

/** Resolves ids and short ids of issues to ids, in order. @throws ApiError if one is unknown. */
export async function findIssueIds(client: ApiClient, names: readonly string[]): Promise<string[]> {
  const ids: string[] = []
  for (const name of names) {
    ids.push(isUuid(name) ? name : (await client.call(readIssue, { params: { issue_id: name } })).id)
  }
  return ids
}
