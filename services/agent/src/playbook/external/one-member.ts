import { findConcentration } from './find-concentration.js'
import type { Scene } from '../scene/scene.js'
import type { ExternalCause } from './signature.js'

const machine = /\b(node|host|instance|machine|zone|az|rack|worker)\b/i

/** Only what has to do with one machine, partner, tenant or record fails, of several there are, whatever the version. */
export function findOneMember(scene: Scene): ExternalCause | undefined {
  const found = findConcentration(scene)
  if (!found) return undefined
  const { name, value, evidence } = found
  const what = name.replaceAll(/[._]/g, ' ')
  return {
    name: 'one-member',
    sentence: `only ${what} ${value} is hit, and no other ${what}`,
    weight: 2.4,
    on: `${what} ${value}`,
    remediation: machine.test(name.replaceAll(/[._-]/g, ' ')) ? 'failover' : 'escalate-upstream',
    changeId: null,
    evidence,
  }
}
