import type { DistributedSignalbox } from './distributed-signalbox.js'
import type { ServiceProcess } from './service-process.js'

/** A process of an installation that can be taken away and brought back. */
export interface KillablePart {
  name: string
  /** kill -9. */
  kill(): Promise<void>
  /** Starts it with what it had, and waits until it is ready. */
  restart(): Promise<void>
}

const toPart = (service: ServiceProcess, name: string): KillablePart => ({
  name,
  kill: () => service.kill(),
  restart: () => service.start(),
})

const toParts = (services: readonly ServiceProcess[]): KillablePart[] =>
  services.map((service, index) => toPart(service, `${service.name} ${index + 1}`))

/** All processes but agents, by what they are; those of a kind can stand in for each other. */
export function killablePartsOf(signalbox: DistributedSignalbox): KillablePart[][] {
  const { ingest, consumers, queries, controlPlane, kafka, clickhouse, redis } = signalbox
  const brokers = kafka.brokers.map((_, index): KillablePart => ({
    name: `broker ${index + 1}`,
    kill: () => kafka.kill(index),
    restart: () => kafka.restart(index),
  }))
  return [
    toParts(ingest),
    toParts(consumers),
    toParts(queries),
    [toPart(controlPlane, 'control plane')],
    brokers,
    [toPart(clickhouse, 'store')],
    [{ name: 'Redis', kill: () => redis.kill(), restart: () => redis.restart() }],
  ]
}
