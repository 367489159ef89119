import type { Change, Deployment } from '@signalbox/contracts'

/** Whether a change may be in a deployment: nothing that both name, service or repository, tells them apart. */
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
