import type { DistributedSignalbox } from './distributed-signalbox.js'
import type { ServiceProcess } from './service-process.js'

/** A process of an installation that can be killed and restarted. */
export interface KillablePart {
  name: string
  /** kill -9. */
  kill(): Promise<void>
  /** Restarts it with the same settings and waits until it is ready. */
  restart(): Promise<void>
}

const toPart = (service: ServiceProcess, name: string): KillablePart => ({
  name,
  kill: () => service.kill(),
  restart: () => service.start(),
})

const toParts = (services: readonly ServiceProcess[]): KillablePart[] =>
  services.map((service, index) => toPart(service, `${service.name} ${index + 1}`))

/** All processes except agents, by kind; those of a kind are interchangeable. */
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
