import type { Cause, Deployment } from '@signalbox/contracts'

/** Clocks of CI and of services differ: a deployment this long after the onset may still have caused it, milliseconds. */
const skewMs = 5 * 60_000

type Candidate = Pick<Deployment, 'commit_sha' | 'occurred_at'>

/** Finds the deployment that brought the commit that a report blames: the last one that went live before it began. */
export function findCulprit<D extends Candidate>(
  { commit_sha: sha }: Pick<Cause, 'commit_sha'>,
  onsetMs: number,
  deployments: readonly D[],
): D | undefined {
  return deployments
    .filter((each) => sha !== null && each.commit_sha === sha)
    .filter(({ occurred_at: at }) => Date.parse(at) <= onsetMs + skewMs)
    .toSorted((a, b) => Date.parse(b.occurred_at) - Date.parse(a.occurred_at))[0]
}
