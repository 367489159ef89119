import { openTestStore } from '../../../../packages/telemetry-store/test/support/open-test-store.js'

/** Next to mutated parts, which other tests leave behind, a merge in the background counts as a change. */
export async function withoutMerges(run: () => Promise<void>) {
  const { client } = await openTestStore()
  const onEach = async (action: 'STOP' | 'START') => {
    for (const table of ['events', 'sessions'])
      await client.clickhouse.command({ query: `SYSTEM ${action} MERGES ${table}` })
  }
  await onEach('STOP')
  try {
    await run()
  } finally {
    await onEach('START')
  }
}
