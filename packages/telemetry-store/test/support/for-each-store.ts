import { closeTestServer, openTestStore, storePaths, type TestStore } from './open-test-store.js'

after(closeTestServer)

/** Declares a suite once for each way to access the store: all have the same guarantees. */
export function forEachStore(title: string, declare: (open: () => Promise<TestStore>) => void): void {
  for (const path of storePaths) {
    describe(`${title} (${path})`, () => {
      declare(() => openTestStore(path))
    })
  }
}
