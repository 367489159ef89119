import { findConcentration } from './find-concentration.js'
import type { Scene } from '../scene/scene.js'
import type { ExternalCause } from './signature.js'

/** Places of our own, from which traffic can be moved away. */
const place =
  /\b(node|host|instance|machine|zone|az|rack|worker|dc|data ?cent(er|re)|region|pop|site|cluster|shard|replica)\b/i

/** `kubernetes.node.name` as `node`. */
function nameOf(attribute: string): string {
  const words = attribute.split(/[._]/)
  const plain = words.filter(
    (word, index) =>
      !/^(k8s|kubernetes|ecs|cloud|aws|gcp|azure)$/i.test(word) && !(index > 0 && /^(name|id)$/i.test(word)),
  )
  return (plain.length > 0 ? plain : words).join(' ')
}

/** Only requests involving one machine, partner, tenant or record of several fail, whatever the version. */
export function findOneMember(scene: Scene): ExternalCause | undefined {
  const found = findConcentration(scene)
  if (!found) return undefined
  const { name, value, evidence, ownService } = found
  const what = ownService ?? `${nameOf(name)} ${value}`
  return {
    name: 'one-member',
    sentence: `only requests that involve ${what} are affected`,
    weight: 2.4,
    on: what,
    remediation:
      ownService !== undefined || place.test(name.replaceAll(/[._-]/g, ' ')) ? 'failover' : 'escalate-upstream',
    changeId: null,
    evidence,
  }
}
