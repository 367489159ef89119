import { closeTestServer, openTestStore, storePaths, type TestStore } from './open-test-store.js'

after(closeTestServer)

/** Declares a suite once for each way to the store: all keep the same promises. */
export function forEachStore(title: string, declare: (open: () => Promise<TestStore>) => void): void {
  for (const path of storePaths) {
    describe(`${title} (${path})`, () => {
      declare(() => openTestStore(path))
    })
  }
}
