/** Closes what a suite opened, even if its `before` hook failed halfway. */
export interface Cleanup {
  /** Registers a resource to be closed, and returns it. */
  add<T>(resource: T, close: (resource: T) => unknown): T
  /** Closes everything, newest first, and throws the first error afterwards. */
  run(): Promise<void>
}

export function createCleanup(): Cleanup {
  const closers: (() => unknown)[] = []
  return {
    add(resource, close) {
      closers.push(() => close(resource))
      return resource
    },
    async run() {
      const errors: unknown[] = []
      for (const close of closers.splice(0).toReversed()) {
        try {
          await close()
        } catch (error) {
          errors.push(error)
        }
      }
      if (errors.length > 0) throw errors[0]
    },
  }
}
