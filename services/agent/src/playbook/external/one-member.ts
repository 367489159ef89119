import { findConcentration } from './find-concentration.js'
import type { Scene } from '../scene/scene.js'
import type { ExternalCause } from './signature.js'

/** Places of our own, from which traffic can be moved away. */
const place =
  /\b(node|host|instance|machine|zone|az|rack|worker|dc|data ?cent(er|re)|region|pop|site|cluster|shard|replica)\b/i

/** Only requests involving one machine, partner, tenant or record of several fail, whatever the version. */
export function findOneMember(scene: Scene): ExternalCause | undefined {
  const found = findConcentration(scene)
  if (!found) return undefined
  const { name, value, evidence, isOwn } = found
  const what = name.replaceAll(/[._]/g, ' ')
  return {
    name: 'one-member',
    sentence: `only ${what} ${value} is affected`,
    weight: 2.4,
    on: `${what} ${value}`,
    remediation: isOwn === true || place.test(name.replaceAll(/[._-]/g, ' ')) ? 'failover' : 'escalate-upstream',
    changeId: null,
    evidence,
  }
}
