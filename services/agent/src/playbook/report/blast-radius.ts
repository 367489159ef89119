import type { Scene } from '../scene/scene.js'

/** The other services that suffer: worse answers, errors, failing spans; not those that only have more or less to do. */
export function findBlastRadius({ signals, infrastructure }: Scene, firstFailing: string | null): string[] {
  const suffering = signals.filter(({ bad, kinds }) => bad && !(kinds.length === 1 && kinds[0] === 'less-work'))
  const services = new Set(suffering.map(({ service }) => service))
  return [...services].filter((service) => service !== firstFailing && !infrastructure.has(service))
}
