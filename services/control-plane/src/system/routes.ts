import { readSystem, toTimestamp, type Warning } from '@signalbox/contracts'
import {
  createRoute,
  readPackageVersion,
  type Route,
  type WarningBoard,
  type WarningReport,
} from '@signalbox/service-kit'

/** What the route of the installation's state needs. */
export interface SystemRouteDependencies {
  warnings: WarningBoard
}

/** The route of what is wrong with the installation. */
export function createSystemRoutes({ warnings }: SystemRouteDependencies): Route[] {
  const version = readPackageVersion(import.meta.url)
  return [
    createRoute(readSystem, ({ caller }) => ({
      version,
      warnings: warnings.list(caller.organizationId).map(toWarning),
    })),
  ]
}

function toWarning({ kind, subject, projectId, detail, count, since, lastAt }: WarningReport): Warning {
  return {
    kind,
    subject,
    project_id: projectId === '' ? null : projectId,
    detail,
    count,
    since: toTimestamp(since),
    last_at: toTimestamp(lastAt),
  }
}
