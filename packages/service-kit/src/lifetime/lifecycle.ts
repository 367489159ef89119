import { silentLog, type Log } from '../logging/log.js'

/** A part of a process that is started and stopped. */
export interface Component {
  name: string
  start(): Promise<void> | void
  stop(): Promise<void> | void
  /** Called on every running part before the first is stopped: stop looking ready. Must not throw. */
  drain?(): void
}

export interface Lifecycle {
  /** Starts in order. When a part fails, those before it are stopped again and its error is thrown. */
  start(): Promise<void>
  /**
   * Stops what runs, in reverse order; further calls wait for the first. A part that fails does not keep the others running.
   * @throws AggregateError of what the parts threw, after all were stopped.
   */
  stop(): Promise<void>
}

/** Starts parts in the order given, so that each finds running what it needs. */
export function createLifecycle(options: { components: readonly Component[]; log?: Log }): Lifecycle {
  const { components, log = silentLog } = options
  const running: Component[] = []
  let stopping: Promise<void> | undefined
  const stop = (): Promise<void> => (stopping ??= stopAll(running, log))

  return {
    stop,
    start: async () => {
      for (const component of components) {
        try {
          await component.start()
        } catch (error) {
          await stop().catch((err: unknown) => {
            log.error({ err }, 'a partial start could not be rolled back')
          })
          throw new Error(`${component.name} could not be started`, { cause: error })
        }
        // Asked to stop while starting: the rest is not started, and what just came up is stopped as well.
        if (stopping) {
          await component.stop()
          return
        }
        running.push(component)
        log.debug({ component: component.name }, 'started')
      }
    },
  }
}

async function stopAll(running: Component[], log: Log): Promise<void> {
  const errors: unknown[] = []
  for (const component of running) component.drain?.()
  for (const component of running.toReversed()) {
    try {
      await component.stop()
      log.debug({ component: component.name }, 'stopped')
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, 'not all components could be stopped')
}
