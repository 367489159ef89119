import type { Scene } from '../scene/scene.js'

/** The other affected services. */
export function findBlastRadius({ affected, infrastructure }: Scene, firstFailing: string | null): string[] {
  return [...affected].filter((service) => service !== firstFailing && !infrastructure.has(service))
}
