import type { Component } from './lifecycle.js'

/** Something that is opened when the process starts and closed when it stops. */
export interface Resource<T> extends Component {
  /** @throws Error before the start and after the stop. */
  get(): T
}

/** Creates a part whose value exists only while it is running; later parts access it with `get`. */
export function createResource<T>(
  name: string,
  open: () => Promise<T> | T,
  close: (value: T) => Promise<void> | void,
): Resource<T> {
  let held: { value: T } | undefined
  return {
    name,
    start: async () => {
      held = { value: await open() }
    },
    stop: async () => {
      const closing = held
      held = undefined
      if (closing !== undefined) await close(closing.value)
    },
    get: () => {
      if (held === undefined) throw new Error(`${name} is not running`)
      return held.value
    },
  }
}
