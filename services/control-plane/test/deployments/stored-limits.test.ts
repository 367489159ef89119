import { dayMs, limits, minuteMs, type Change, type DeploymentDetail } from '@signalbox/contracts'
import { expect } from 'chai'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import { countChanges } from '../../src/database/migrations/0055-count-changes.js'
import { deleteOldChanges } from '../../src/deployments/delete-old-changes.js'
import type { Recorded, RecordedTotal } from '../../src/deployments/store/recorded-totals.js'
import { TestControlPlane } from '../support/test-control-plane.js'
import { useDatabase } from '../support/use-database.js'

const changesPath = '/api/v1/changes/'
const deploymentsPath = '/api/v1/deployments/'

describe('stored changes and deployments', () => {
  let test: TestControlPlane
  beforeEach(() => {
    test = new TestControlPlane()
  })
  afterEach(() => {
    test.close()
  })

  const timeOf = (minute: number) => new Date(test.now - minute * minuteMs).toISOString()
  /** Minutes ago, also used as its id. */
  const change = (minute: number, more: object = {}) => ({
    kind: 'commit',
    id: String(minute),
    occurred_at: timeOf(minute),
    title: 'Fix the total',
    ...more,
  })
  const record = async (changes: readonly object[], key = test.rootKey) => {
    const res = await test.post(changesPath, { changes }, key)
    expect(res.status, res.text).to.equal(202)
    expect(res.body).to.deep.equal({ accepted: changes.length, rejected: [] })
  }
  const list = async (key = test.rootKey) => {
    const res = await test.get(`${changesPath}?since=24h`, key)
    return (JSON.parse(res.text) as { changes: Change[] }).changes
  }
  const announce = async (minute: number, more: object = {}) => {
    const body = { deployment_request: 'Ship', occurred_at: timeOf(minute), monitor: false, ...more }
    const res = await test.post(deploymentsPath, body)
    expect(res.status, res.text).to.equal(201)
    return (JSON.parse(res.text) as { id: string }).id
  }
  const statusOf = async (id: string) => (await test.get(`${deploymentsPath}${id}/`)).status

  const useStore = <T>(use: (store: ControlPlaneStore) => T): T => {
    const store = openStore(test.directory)
    try {
      return use(store)
    } finally {
      store.close()
    }
  }
  const total = (recorded: Recorded) =>
    useStore(({ recordedTotals }) => recordedTotals.find(test.organizationId, recorded))
  /** As if the organization also stored this much among its newer data. */
  const occupy = (recorded: Recorded, { items = 0, bytes = 0 }: Partial<RecordedTotal>) => {
    useDatabase(test.directory, (database) => {
      database
        .prepare<[number, number, string, string]>(
          'UPDATE recorded_totals SET items = items + ?, bytes = bytes + ? WHERE organization_id = ? AND recorded = ?',
        )
        .run(items, bytes, test.organizationId, recorded)
    })
  }
  const tidy = () => useStore((store) => deleteOldChanges(store, () => test.now))

  describe('over the limits', () => {
    it('lose the oldest diffs first, so that new changes always fit', async () => {
      await record([change(3, { diff: 'x'.repeat(100) }), change(2, { diff: 'y'.repeat(100) })])
      occupy('changes', { bytes: limits.change.storedBytesMax - total('changes').bytes })
      await record([change(1, { diff: 'z'.repeat(50) })])
      const diffs = (await list()).map(({ id, diff, diff_cut: isCut }) => [id, diff?.[0], isCut])
      expect(diffs).to.deep.equal([
        ['1', 'z', false],
        ['2', 'y', false],
        ['3', undefined, true],
      ])
    })

    it('lose the oldest changes once no diff is left to remove', async () => {
      await record([change(3, { files: ['a'.repeat(200)] }), change(2, { diff: '+1' })])
      occupy('changes', { bytes: limits.change.storedBytesMax - total('changes').bytes })
      await record([change(1, { details: { of: 'b'.repeat(100) } })])
      expect((await list()).map(({ id, diff }) => [id, diff])).to.deep.equal([
        ['1', null],
        ['2', null],
      ])
    })

    it('lose the oldest changes if there are too many, whatever order they arrive in', async () => {
      await record([change(2, { diff: '+1' }), change(4), change(3)])
      occupy('changes', { items: limits.change.storedMax - 3 })
      await record([change(1), change(5)])
      expect((await list()).map(({ id, diff }) => [id, diff])).to.deep.equal([
        ['1', null],
        ['2', '+1'],
        ['3', null],
      ])
    })

    it('lose the oldest deployments, with their history', async () => {
      const oldest = await announce(3, { status: 'running', monitor: true })
      const older = await announce(2)
      occupy('deployments', { items: limits.deployment.storedMax - 2 })
      const newest = await announce(1)
      expect(await Promise.all([oldest, older, newest].map(statusOf))).to.deep.equal([404, 200, 200])
      occupy('deployments', { bytes: limits.deployment.storedBytesMax - total('deployments').bytes })
      const last = await announce(0)
      expect(await Promise.all([older, newest, last].map(statusOf))).to.deep.equal([404, 200, 200])
      const sql = 'SELECT count(*) FROM deployment_statuses'
      expect(useDatabase(test.directory, (database) => database.prepare<[], number>(sql).pluck().get())).to.equal(2)
    })

    it('do not affect other organizations', async () => {
      await record([change(3, { diff: '-' })], test.foreignKey)
      await record([change(3, { diff: '+' })])
      occupy('changes', { bytes: limits.change.storedBytesMax })
      await record([change(1)])
      expect((await list(test.foreignKey)).map(({ diff }) => diff)).to.deep.equal(['-'])
    })

    it('are reduced by housekeeping if they are already over them', async () => {
      await record([change(2), change(1, { diff: '+' })])
      const deployment = await announce(1)
      occupy('changes', { items: limits.change.storedMax - 1 })
      occupy('deployments', { items: limits.deployment.storedMax })
      expect(tidy()).to.equal(test.now + minuteMs)
      expect((await list()).map(({ id }) => id)).to.deep.equal(['1'])
      expect(await statusOf(deployment)).to.equal(404)
    })
  })

  describe('past the retention', () => {
    it('are deleted, except changes recorded again since then', async () => {
      await record([change(1), change(2)])
      test.now += dayMs
      await record([change(2 + 1_440)])
      await record([{ ...change(2), title: 'Again' }])
      test.now += limits.change.retentionDays * dayMs - dayMs + 1
      tidy()
      const titles = useDatabase(test.directory, (database) =>
        database.prepare<[], string>('SELECT title FROM changes ORDER BY occurred_at').pluck().all(),
      )
      expect(titles).to.deep.equal(['Fix the total', 'Again'])
    })

    it('are deleted a bounded number at a time', async () => {
      for (let batch = 0; batch < 11; batch += 1) {
        await record(Array.from({ length: limits.change.itemsMax }, (_, index) => change(batch * 100 + index)))
      }
      test.now += limits.change.retentionDays * dayMs + 1
      expect(tidy()).to.equal(test.now)
      expect(total('changes').items).to.equal(100)
      expect(tidy()).to.equal(test.now + minuteMs)
      expect(total('changes')).to.deep.equal({ items: 0, bytes: 0 })
    })

    it('are deleted by the background work', async () => {
      await record([change(1)])
      test.now += limits.change.retentionDays * dayMs + 1
      const work = test.controlPlane.createBackgroundWork()
      work.start()
      await work.stop()
      expect(total('changes').items).to.equal(0)
    })

    it('are deleted if they are deployments without a watch', async () => {
      const watched = await announce(2, { monitor: true })
      const unwatched = await announce(1)
      test.now += limits.deployment.retentionDays * dayMs
      tidy()
      expect(await statusOf(unwatched)).to.equal(200)
      test.now += 1
      tidy()
      expect(await Promise.all([watched, unwatched].map(statusOf))).to.deep.equal([200, 404])
    })
  })

  it('retain the latest entries of a status history', async () => {
    const { statusesMax } = limits.deployment
    const id = await announce(1, { status: 'pending' })
    useStore((store) => {
      store.transact(() => {
        for (let number = 0; number < statusesMax; number += 1) {
          const status = number % 2 === 0 ? 'running' : 'success'
          store.deployments.appendStatus({ deployment_id: id, status, changed_at: test.now })
        }
      })
    })
    const { status_history: history } = JSON.parse(
      (await test.get(`${deploymentsPath}${id}/`)).text,
    ) as DeploymentDetail
    expect(history).to.have.length(statusesMax)
    expect([history[0]?.status, history.at(-1)?.status]).to.deep.equal(['running', 'success'])
  })

  it('are counted in UTF-8 bytes as they are added, changed and deleted', async () => {
    await record([change(10, { diff: 'é' })])
    expect(total('changes')).to.deep.equal({ items: 1, bytes: '10Fix the total'.length + 2 })
    await record([change(10, { diff: 'ab€', author: 'Ann' })])
    expect(total('changes')).to.deep.equal({ items: 1, bytes: '10Fix the totalabAnn'.length + 3 })
    await announce(1, { commit_message: 'é' })
    expect(total('deployments')).to.deep.equal({ items: 1, bytes: 'Ship{}'.length + 2 })
    useStore(({ changes, deployments }) => {
      changes.deleteOldest(test.organizationId)
      deployments.deleteOldest(test.organizationId)
    })
    for (const recorded of ['changes', 'deployments'] as const) {
      expect(total(recorded)).to.deep.equal({ items: 0, bytes: 0 })
    }
  })

  it('are counted by the migration the same way as afterwards', async () => {
    await record([change(1, { diff: 'é', details: { a: 1 } }), change(2)])
    await announce(1)
    const before = [total('changes'), total('deployments')]
    useDatabase(test.directory, (database) => {
      const things = database
        .prepare<[], { type: string; name: string }>(
          `SELECT type, name FROM sqlite_schema WHERE type = 'trigger' OR name = 'recorded_totals'
             OR name IN ('changes_with_diff', 'changes_by_age', 'unwatched_deployments_by_age')`,
        )
        .all()
      for (const { type, name } of things) database.exec(`DROP ${type} ${name}`)
      database.exec(countChanges)
    })
    expect([total('changes'), total('deployments')]).to.deep.equal(before)
  })

  it('are found by indexes, so that making room never scans', () => {
    const seen: string[] = []
    const store = openStore(test.directory, { onStatement: (sql) => seen.push(sql) })
    store.changes.dropOldestDiff(test.organizationId)
    store.changes.deleteOldest(test.organizationId)
    store.changes.deleteBefore(1, 2)
    store.deployments.deleteOldest(test.organizationId)
    store.deployments.deleteUnwatchedBefore(1, 2)
    store.close()
    const statements = seen.filter((sql) => /(FROM|UPDATE) (changes|deployments)/.test(sql))
    expect(statements).to.have.length(5)
    useDatabase(test.directory, (database) => {
      for (const sql of statements) {
        const plan = database.prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN ${sql}`).all()
        const details = plan.map(({ detail }) => detail).join('; ')
        expect(details, sql).not.to.match(/SCAN|TEMP B-TREE/)
      }
    })
  })
})
