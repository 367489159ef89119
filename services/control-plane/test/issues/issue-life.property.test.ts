import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ServiceError } from '@signalbox/contracts'
import type { SightingRecorder } from '@signalbox/service-kit'
import { expect } from 'chai'
import fc from 'fast-check'
import { systemActor } from '../../src/issues/issue-activities.js'
import { mergeIssues } from '../../src/issues/merge-issues.js'
import { createSightingRecorder } from '../../src/issues/record-sightings.js'
import { unmergeIssue } from '../../src/issues/unmerge-issue.js'
import { createProject } from '../../src/projects/create-project.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import { fingerprint } from '../support/test-control-plane.js'
import { recordingOf } from '../support/issue-notices.js'

const organizationId = 'organization'
const fingerprintsMax = 12

/** Possible operations; issues and fingerprints are chosen by number among the existing ones. */
type Step =
  | { kind: 'sight'; sightings: { print: number; previous: number | undefined; firstSeenAt: number }[] }
  | { kind: 'merge'; into: number; others: number[] }
  | { kind: 'unmerge'; of: number; prints: number[] }

const print = fc.integer({ min: 0, max: fingerprintsMax - 1 })
const choice = fc.nat({ max: 30 })
const previous = fc.option(print, { nil: undefined })
const sighting = fc.record({ print, previous, firstSeenAt: fc.integer({ min: 1, max: 1_000_000 }) })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('sight' as const), sightings: fc.array(sighting, { minLength: 1, maxLength: 5 }) }),
  fc.record({
    kind: fc.constant('merge' as const),
    into: choice,
    others: fc.array(choice, { minLength: 1, maxLength: 3 }),
  }),
  fc.record({
    kind: fc.constant('unmerge' as const),
    of: choice,
    prints: fc.array(choice, { minLength: 1, maxLength: 3 }),
  }),
)

describe('issues after any sequence of operations', () => {
  let directory: string
  let store: ControlPlaneStore
  let recorder: SightingRecorder
  let created: string[] = []
  let now = Date.UTC(2026, 0, 1)

  before(() => {
    directory = mkdtempSync(join(tmpdir(), 'issues-'))
    store = openStore(directory)
    store.organizations.insert({ id: organizationId, name: 'x', created_at: now })
    const onIssueCreated = ({ id }: { id: string }) => created.push(id)
    recorder = createSightingRecorder({ ...recordingOf(store), clock: () => (now += 1), onIssueCreated })
  })
  after(() => {
    store.close()
    rmSync(directory, { recursive: true, force: true })
  })

  /** A simulation of one project's issues. */
  const startLife = () => {
    const { id: projectId } = createProject(store, { organizationId, name: 'x', now })
    const everSeen = new Set<string>()
    const anyIssue = { organizationId, projectId, condition: { sql: 'true', parameters: {} } }
    const listed = () => store.issueSearch.page(anyIssue, { except: [], limit: 1_000, offset: 0 })
    const printsOf = (issueId: string) => store.issueFingerprints.list(issueId).map((row) => row.fingerprint)
    const whereabouts = () =>
      new Map(
        Array.from({ length: fingerprintsMax }, (_, number) => fingerprint(number)).flatMap((known) => {
          const row = store.issueFingerprints.find(projectId, known)
          return row ? [[known, row.issue_id] as const] : []
        }),
      )

    const sight = async ({ sightings }: Extract<Step, { kind: 'sight' }>) => {
      const before = whereabouts()
      const countBefore = created.length
      const reports = sightings.map((one) => ({
        organizationId,
        projectId,
        fingerprint: fingerprint(one.print),
        previousFingerprint: one.previous === undefined ? '' : fingerprint(one.previous),
        title: 'title',
        culprit: '',
        level: 'error',
        platform: 'node',
        firstSeenAt: one.firstSeenAt,
        release: '',
        environment: '',
        releases: [],
      }))
      await recorder.recordSightings(reports)
      const after = whereabouts()
      for (const [known, issueId] of before) expect(after.get(known), 'a known fingerprint stays').to.equal(issueId)
      for (const report of reports) {
        expect(after.has(report.fingerprint), 'a sighting has an issue').to.equal(true)
        const place = before.get(report.previousFingerprint)
        if (before.has(report.fingerprint) || place === undefined || reports.length > 1) continue
        expect(after.get(report.fingerprint), 'a new version joins').to.equal(place)
      }
      expect(created.length - countBefore).to.be.at.most(after.size - before.size)
      await recorder.recordSightings(reports)
      expect(whereabouts(), 'a repetition changes nothing').to.deep.equal(after)
      expect(new Set(created), 'no issue is announced twice').to.have.property('size', created.length)
    }

    const merge = ({ into, others }: Extract<Step, { kind: 'merge' }>) => {
      const ids = [...everSeen]
      const pick = (number: number) => ids[number % ids.length] ?? ''
      const [issueId, issueIds] = [pick(into), others.map(pick)]
      const before = whereabouts()
      const sources = new Set(issueIds.map((id) => store.issues.find(organizationId, id)?.id))
      const target = mergeIssues(store, { organizationId, issueId, issueIds, actor: systemActor, now: (now += 1) })
      const expected = new Map([...before].map(([known, id]) => [known, sources.has(id) ? target.id : id]))
      expect(whereabouts(), 'a merge moves all of the merged and nothing else').to.deep.equal(expected)
    }

    const unmerge = ({ of, prints }: Extract<Step, { kind: 'unmerge' }>) => {
      const ids = listed()
      const issueId = ids[of % ids.length] ?? ''
      const before = whereabouts()
      const known = printsOf(issueId)
      const leaving = new Set(prints.map((number) => known[number % known.length] ?? ''))
      try {
        unmergeIssue(store, {
          organizationId,
          issueId,
          fingerprints: [...leaving],
          actor: systemActor,
          now: (now += 1),
        })
      } catch (error) {
        expect(error).to.be.instanceOf(ServiceError).with.property('code', 'conflict')
        expect(leaving.size, 'only the last cannot leave').to.equal(known.length)
        expect(whereabouts()).to.deep.equal(before)
        return
      }
      for (const [one, id] of whereabouts()) {
        if (leaving.has(one)) expect(id, 'it has left').not.to.equal(issueId)
        else expect(id, 'others stay').to.equal(before.get(one))
      }
    }

    const checkAll = () => {
      const ids = listed()
      const all = ids.flatMap(printsOf)
      expect(new Set(all), 'no fingerprint is of two issues').to.have.property('size', all.length)
      expect(all, 'every fingerprint is of a listed issue').to.have.members([...whereabouts().keys()])
      expect(store.issueSearch.count(anyIssue)).to.equal(ids.length)
      for (const id of ids) {
        everSeen.add(id)
        const known = store.issueFingerprints.list(id)
        expect(known, 'a listed issue has fingerprints').not.to.deep.equal([])
        expect(store.issues.find(organizationId, id)?.first_seen_at).to.equal(
          Math.min(...known.map((row) => row.first_seen_at)),
        )
      }
      for (const id of everSeen) {
        expect(ids, 'whatever issue there was, its id finds a listed one').to.include(
          store.issues.find(organizationId, id)?.id,
        )
      }
    }

    return async (steps: readonly Step[]) => {
      for (const one of steps) {
        if (one.kind === 'sight') await sight(one)
        else if (everSeen.size === 0) continue
        else if (one.kind === 'merge') merge(one)
        else unmerge(one)
        checkAll()
      }
    }
  }

  it('contain every fingerprint exactly once, and reflect what people decided', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        created = []
        await startLife()(steps)
      }),
      { numRuns: 150 },
    )
  })
})
