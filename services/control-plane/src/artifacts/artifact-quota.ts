import { hourMs, limits, ServiceError } from '@signalbox/contracts'
import type { BlobStore } from '@signalbox/artifact-store'
import type { Clock } from '@signalbox/service-kit'
import { uploadMsMax } from './artifact-blobs.js'
import type { ArtifactBundleStore } from './store/artifact-bundles.js'

/** Stores bytes. */
export type BlobWriter = Pick<BlobStore, 'put'>

/** Limits the bytes that each organization stores in uploads. */
export interface ArtifactQuota {
  /**
   * Runs work that stores bytes for an organization and writes the rows that reference them.
   * @param work Its `put` throws ServiceError `conflict` if the limit is exceeded.
   */
  keepFor<T>(organizationId: string, work: (blobs: BlobWriter) => Promise<T>): Promise<T>
}

export interface ArtifactQuotaDependencies {
  bundles: Pick<ArtifactBundleStore, 'bytesOf'>
  blobs: BlobWriter
  /** Limit per organization. */
  bytesMax: number
  clock: Clock
}

interface Account {
  /** Number of operations in progress. */
  operations: number
  /** Bytes referenced by rows. */
  referenced: number
  /** Bytes stored by operations in progress. */
  pending: number
  /** Bytes stored by failed operations, by the time at which they will be removed, rounded to hours. */
  leftover: Map<number, number>
}

/** A single process owns the rows, so bytes without rows can be tracked in memory. */
export function createArtifactQuota({ bundles, blobs, bytesMax, clock }: ArtifactQuotaDependencies): ArtifactQuota {
  const accounts = new Map<string, Account>()
  const read = (organizationId: string): Account => {
    const account = accounts.get(organizationId) ?? {
      operations: 0,
      referenced: 0,
      pending: 0,
      leftover: new Map<number, number>(),
    }
    account.referenced = bundles.bytesOf(organizationId)
    for (const hour of account.leftover.keys()) if (hour <= clock()) account.leftover.delete(hour)
    accounts.set(organizationId, account)
    return account
  }
  const take = (account: Account, bytes: number) => {
    const leftBytes = [...account.leftover.values()].reduce((sum, left) => sum + left, 0)
    if (account.referenced + account.pending + leftBytes + bytes > bytesMax) throw overQuota(bytesMax)
    account.pending += bytes
  }
  return {
    keepFor: async (organizationId, work) => {
      const account = read(organizationId)
      account.operations += 1
      let taken = 0
      try {
        return await work({
          put: async (key, bytes) => {
            const counted = bytes.length + limits.artifacts.fileOverheadBytes
            take(account, counted)
            taken += counted
            await blobs.put(key, bytes)
          },
        })
      } catch (error) {
        const hour = Math.ceil((clock() + uploadMsMax) / hourMs) * hourMs
        if (taken > 0) account.leftover.set(hour, (account.leftover.get(hour) ?? 0) + taken)
        throw error
      } finally {
        account.operations -= 1
        account.pending -= taken
        read(organizationId)
        if (account.operations === 0 && account.leftover.size === 0) accounts.delete(organizationId)
      }
    },
  }
}

/** True if work failed because the storage limit was exceeded. */
export function isOverQuota(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code === 'conflict'
}

function overQuota(bytesMax: number): ServiceError {
  return new ServiceError('conflict', {
    detail:
      `The organization's uploads are limited to ${bytesMax} bytes (SIGNALBOX_ARTIFACTS_BYTES_MAX), and these ` +
      'files exceed the remaining space: delete unused uploads, or ask the operator to raise the limit',
  })
}
