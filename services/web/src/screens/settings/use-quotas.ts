import type { Quota, VersionedProjectSettings } from '@signalbox/contracts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/api.js'
import { RefusedError } from '../../api/browser-api.js'
import { apiQuery } from '../../api/queries.js'
import { useAttempt } from '../../api/use-attempt.js'
import { showToast } from '../../frame/toasts/toasts.js'
import { describeQuota } from './quota-rows.js'

/** A project's quotas. Changes apply immediately on the page and are reverted if the server refuses. */
export function useQuotas(projectId: string) {
  const params = { project_id: projectId }
  const options = apiQuery('readProjectSettings', { params })
  const query = useQuery({ ...options, staleTime: 0 })
  const cache = useQueryClient()
  const { fault, attempt } = useAttempt()
  const read = () => cache.getQueryData(options.queryKey)

  /** @throws the server's error; the page then shows the stored quotas. */
  const put = async (before: VersionedProjectSettings, quotas: Quota[]) => {
    await cache.cancelQueries({ queryKey: options.queryKey })
    cache.setQueryData(options.queryKey, { ...before, quotas })
    try {
      const body = { quotas, expected_version: before.version }
      cache.setQueryData(options.queryKey, await api.call('changeProjectSettings', { params, body }))
    } catch (error) {
      cache.setQueryData(options.queryKey, before)
      await cache.invalidateQueries({ queryKey: options.queryKey })
      throw isConflict(error) ? new Error(changedMeanwhile, { cause: error }) : error
    }
  }
  const change = async (toQuotas: (quotas: readonly Quota[]) => Quota[]) => {
    const before = read()
    if (before) await put(before, toQuotas(before.quotas))
  }
  return {
    query,
    /** The last error message. */
    fault,
    /** Rejects with the error, for the form to show. */
    add: (quota: Quota) => change((quotas) => [...quotas, quota]),
    remove: (quota: Quota, index: number) =>
      attempt(async () => {
        await change((quotas) => quotas.toSpliced(index, 1))
        const putBack = () => attempt(() => change((quotas) => quotas.toSpliced(index, 0, quota)))
        showToast(`Removed the quota of ${describeQuota(quota)}`, putBack)
      }),
  }
}

const changedMeanwhile = 'Someone else changed these settings. Review them below, then try again.'

function isConflict(error: unknown): boolean {
  return error instanceof RefusedError && error.status === 409
}
