import type { Change, Deployment } from '@signalbox/contracts'

/** True if a change may be part of a deployment: neither service nor repository, if both name it, differs. */
export function isPartOf(
  change: Pick<Change, 'kind' | 'service' | 'repository'>,
  deployment: Pick<Deployment, 'service' | 'repository_full_name'>,
): boolean {
  return (
    change.kind !== 'deployment' &&
    isCompatible(change.service, deployment.service) &&
    isCompatible(change.repository, deployment.repository_full_name)
  )
}

function isCompatible(one: string | null, other: string | null): boolean {
  return one === null || other === null || one.toLowerCase() === other.toLowerCase()
}
