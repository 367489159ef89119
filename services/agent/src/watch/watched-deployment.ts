import { parseTimestamp } from '@signalbox/contracts'
import type { InvestigatedSession } from '../investigation/investigation.js'
import type { WatchedDeployment } from './readings.js'

/** Reads the deployment that a session watches from the session's context. */
export function readWatchedDeployment({ context, origin, createdAt }: InvestigatedSession): WatchedDeployment {
  return {
    id: origin.id ?? textOf(context['deployment_id']) ?? '',
    service: textOf(context['service']),
    version: textOf(context['version']),
    commitSha: textOf(context['commit_sha']),
    deployedAt: parseTimestamp(textOf(context['occurred_at']) ?? '') ?? createdAt,
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
