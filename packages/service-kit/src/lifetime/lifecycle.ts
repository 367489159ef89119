import { silentLog, type Log } from '../logging/log.js'

/** A part of a process with a start and a stop. */
export interface Component {
  name: string
  start(): Promise<void> | void
  stop(): Promise<void> | void
  /** Called on every running part before the first one stops: report not ready. Must not throw. */
  drain?(): void
}

export interface Lifecycle {
  /** Starts the parts in order. If one fails, stops the ones before it and throws its error. */
  start(): Promise<void>
  /**
   * Stops running parts in reverse order; concurrent calls wait for the first. A part that fails to stop does not
   * prevent the others from stopping.
   * @throws AggregateError of the parts' errors, after all were stopped.
   */
  stop(): Promise<void>
}

/** Starts parts in the given order, so that each one's dependencies are running. */
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
        // Stopped during startup: skip the rest, and stop the part that just started as well.
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
