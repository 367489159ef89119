import type { Scene } from '../scene/scene.js'
import { quote, shareMatching } from './message-signals.js'
import type { ExternalCause } from './signature.js'

const says =
  /imagepullbackoff|errimagepull|failed to pull image|pulling image .*(failed|error|timeout)|registry .*(unavailable|50\d|timeout|unreachable|429)|toomanyrequests: .*pull/i
const shareMin = 0.25

/** Images cannot be pulled: nothing that restarts comes up. */
export function findUnavailableImage(scene: Scene): ExternalCause | undefined {
  const { matching, share } = shareMatching(scene, says)
  if (share < shareMin) return undefined
  return {
    name: 'image-unavailable',
    sentence: `container images cannot be pulled: ${quote(matching[0]?.text ?? '')}`,
    weight: 2.4,
    remediation: 'escalate-upstream',
    on: 'the container registry',
    changeId: null,
    evidence: matching.map(({ evidence }) => evidence),
  }
}
