import type { Scene } from '../scene/scene.js'
import { findBadRecord } from './bad-record.js'
import { findClockSkew } from './clock-skew.js'
import { findExpiredCredential } from './credential-expired.js'
import { findUnavailableImage } from './image-unavailable.js'
import { findExpiredCertificate } from './certificate-expired.js'
import { findLostHost } from './host-lost.js'
import { findInfrastructureFailure } from './infrastructure-failed.js'
import { findNameResolution } from './name-resolution.js'
import { findLostNetwork } from './network-lost.js'
import { findNoisyNeighbour } from './noisy-neighbour.js'
import { findOutsideHost } from './outside-host.js'
import { findOneMember } from './one-member.js'
import type { ExternalCause, Signature } from './signature.js'
import { findStatusNotice } from './status-notice.js'
import { findTrafficSurge } from './traffic-surge.js'

/** All external causes that leave traces of their own. A new one is a new file and a line here. */
const signatures: readonly Signature[] = [
  findExpiredCertificate,
  findTrafficSurge,
  findStatusNotice,
  findNameResolution,
  findInfrastructureFailure,
  findNoisyNeighbour,
  findLostHost,
  findOutsideHost,
  findBadRecord,
  findOneMember,
  findLostNetwork,
  findExpiredCredential,
  findClockSkew,
  findUnavailableImage,
]

/** @returns The external causes with visible traces, clearest first. */
export function findExternalCauses(scene: Scene): ExternalCause[] {
  return signatures
    .flatMap((find) => {
      const cause = find(scene)
      return cause ? [cause] : []
    })
    .sort((a, b) => b.weight - a.weight)
}
