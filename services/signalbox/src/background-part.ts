import type { BackgroundWork } from '@signalbox/control-plane'
import { createResource, type Resource } from '@signalbox/service-kit'
import type { ControlPlanePart } from './parts.js'

/** What the control plane does without being asked. */
export function createBackgroundPart({ controlPlane }: { controlPlane: ControlPlanePart }): Resource<BackgroundWork> {
  const open = () => {
    const work = controlPlane.get().createBackgroundWork()
    work.start()
    return work
  }
  return createResource('background work', open, (work) => work.stop())
}
