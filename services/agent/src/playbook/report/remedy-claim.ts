import type { Remediation } from '@signalbox/contracts'
import type { ClaimDraft } from '../../investigation/investigation.js'
import { listWords } from '../../wording/count-things.js'
import { findFirstFailing } from '../first-failing/first-failing.js'
import { equals, type Told } from './assertions.js'
import { servicesOf } from '../changes/deployments.js'

/** What to do, as a request, and on what. */
const remedies: Readonly<Record<Remediation, (on: string) => string>> = {
  rollback: (on) => `roll back ${on === '' ? 'to the version before' : on}`,
  'roll-forward': (on) => `deploy a fix${on === '' ? '' : ` to ${on}`}`,
  'config-revert': (on) => `revert the configuration${on === '' ? '' : ` of ${on}`}`,
  'feature-flag-disable': () => 'switch the flag back',
  scale: (on) => `add capacity${on === '' ? '' : ` to ${on}`}`,
  reschedule: () => 'move what runs on that machine to another one',
  restart: () => 'restart it',
  failover: (on) => `take ${on === '' ? 'the broken part' : on} out of service`,
  'rotate-cert': () => 'renew the certificate or credential',
  'escalate-upstream': (on) => `contact whoever runs ${on === '' ? 'it' : on}`,
  'purge-bad-data': () => 'set the bad record aside',
  none: () => '',
}

/** What to do now about the cause that is named. */
export function remedyClaim({ scene, ranking: { cause }, ids, remediation }: Told): ClaimDraft[] {
  if (cause === null || remediation === 'none') return []
  const at = (field: string, value: unknown) => equals(ids.ranking, `/hypotheses/0/${field}`, value)
  if (cause.kind === 'external') {
    // Of a surge it is told where it came in; capacity is missing where it does harm.
    const short = remediation === 'scale' ? findFirstFailing(scene) : null
    return [
      {
        text: `What to do now: ${remedies[remediation](short ?? cause.cause.on ?? '')}.`,
        assertion: [
          at('name', cause.cause.name),
          ...(short === null ? [] : [equals(ids.timeline, '/first_failing_service', short)]),
        ],
      },
    ]
  }
  if (cause.kind === 'unrecorded') return []
  const flag = cause.kind === 'change' ? cause.flag : null
  if (flag !== null)
    return [{ text: `What to do now: switch the flag ${flag.name} back.`, assertion: [at('flag', flag.name)] }]
  const services = cause.kind === 'change' ? cause.live.services : servicesOf(cause.change)
  return [
    {
      text: `What to do now: ${remedies[remediation](listWords(services))}.`,
      assertion: [at('runs_on', services)],
    },
  ]
}
