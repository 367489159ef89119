import type { Verdict, WorkflowTrigger } from '@signalbox/contracts'
import type { Sighting } from '@signalbox/service-kit'
import { expect } from 'chai'
import { announceDeployment } from '../../../src/deployments/announce-deployment.js'
import { changeStatus } from '../../../src/deployments/change-status.js'
import { changeIssues } from '../../../src/issues/change-issues.js'
import { systemActor } from '../../../src/issues/issue-activities.js'
import { createSightingRecorder } from '../../../src/issues/record-sightings.js'
import { startSession } from '../../../src/sessions/start-session.js'
import type { WorkflowRow } from '../../../src/workflows/store/workflows.js'
import { recordIssueEvent } from '../../../src/issues/issue-events.js'
import { finishSession } from '../../../src/sessions/finish-session.js'
import { fingerprint } from '../../support/test-control-plane.js'
import { reportOf, TestEngine } from '../../support/test-engine.js'
import { recordingOf } from '../../support/issue-notices.js'
import { endingOf } from '../../support/session-ending.js'

const minute = 60_000

describe('events that start runs', () => {
  let test: TestEngine

  beforeEach(() => {
    test = new TestEngine()
  })
  afterEach(() => {
    test.close()
  })

  const listen = (trigger: WorkflowTrigger) =>
    test.createWorkflow({ instruction: '{{ deployment.id }}{{ issue.id }}{{ session.id }}', triggers: [trigger] })
  const deploy = (more: object = {}) => {
    const request = { deployment_request: 'Ship it', repository_full_name: 'acme/shop', service: 'cart', ...more }
    const { organizationId, now } = test
    return announceDeployment(test.store, { organizationId, request: { ...request, monitor: false }, now })
  }
  const fail = (id: string, status: 'failure' | 'success' = 'failure') =>
    changeStatus(test.store, { organizationId: test.organizationId, id, status, externalUrl: undefined, now: test.now })
  const instructions = (workflow: WorkflowRow) => test.runs(workflow).map(({ instruction }) => instruction)
  const conclude = (verdict: Verdict) => {
    const { organizationId, now } = test
    const origin = { kind: 'manual', id: null } as const
    const session = startSession(test.store, { organizationId, prompt: 'x', context: {}, origin, now })
    finishSession(endingOf(test.store), { session, end: { status: 'completed', report: reportOf(verdict) }, now })
    return session.id
  }
  const sight = (projectId: string, number: number, level = 'error', releases: Sighting['releases'] = []) =>
    createSightingRecorder({ ...recordingOf(test.store), clock: () => test.now }).recordSightings([
      {
        organizationId: test.organizationId,
        projectId,
        fingerprint: fingerprint(number),
        previousFingerprint: '',
        title: 'Boom',
        culprit: '',
        level,
        platform: 'node',
        firstSeenAt: test.now,
        release: '',
        environment: '',
        releases,
      },
    ])

  it('a deployment starts one run of each workflow that waits for it', () => {
    const [first, second] = [1, 2].map(() => listen({ kind: 'deployment_created', name: 'ship' }))
    if (!first || !second) throw new Error('there are two')
    const { id } = deploy()
    test.settle()
    test.settle()
    expect(instructions(first)).to.deep.equal([`${id}{{ issue.id }}{{ session.id }}`])
    expect(test.runs(second)[0]).to.deep.include({ triggered_by: 'event', trigger_name: 'ship', status: 'running' })
  })

  it('filters must all hold', () => {
    const filters = { service: ['cart', 'pay'], environment: ['production'], repository: ['acme/shop'] }
    const workflow = listen({ kind: 'deployment_created', name: 'ship', filters })
    deploy({ environment: 'staging' })
    deploy()
    deploy({ environment: 'production', service: 'web' })
    deploy({ environment: 'production', repository_full_name: 'acme/other' })
    const { id } = deploy({ environment: 'production' })
    test.settle()
    expect(instructions(workflow)).to.deep.equal([`${id}{{ issue.id }}{{ session.id }}`])
  })

  it('a failed deployment counts each time it fails, but not if the failure is reported again', () => {
    const workflow = listen({ kind: 'deployment_failed', name: 'bad' })
    deploy()
    deploy({ status: 'failure' })
    const { id } = deploy({ status: 'running' })
    test.settle()
    expect(test.runs(workflow)).to.have.length(1)
    fail(id)
    fail(id)
    test.settle()
    expect(test.runs(workflow)).to.have.length(2)
    fail(id, 'success')
    fail(id)
    test.settle()
    expect(test.runs(workflow)).to.have.length(3)
  })

  it('a new issue counts once, whatever happens to it later', async () => {
    const [project, other] = [test.createProject(), test.createProject()]
    const filters = { project_id: [project], level: ['error', 'fatal'] }
    const workflow = listen({ kind: 'issue_created', name: 'new', filters })
    await sight(project, 1)
    await sight(project, 1)
    await sight(project, 2, 'warning')
    await sight(other, 3)
    test.settle()
    expect(test.runs(workflow)).to.have.length(1)
  })

  it('a regressed issue counts once each time', async () => {
    const project = test.createProject()
    const workflow = listen({ kind: 'issue_regressed', name: 'again' })
    await sight(project, 1)
    const issue = test.store.issues.findByNumber(test.organizationId, project, 1)
    if (!issue) throw new Error('there is an issue')
    const comeBack = (cameBackAt: number) => {
      test.store.transact(() => {
        recordIssueEvent(recordingOf(test.store), {
          kind: 'issue_regressed',
          issue,
          occurredAt: cameBackAt,
          now: test.now,
        })
      })
    }
    comeBack(1)
    comeBack(1)
    comeBack(2)
    test.settle()
    expect(test.runs(workflow)).to.have.length(2)
  })

  it('an issue that regresses after it was resolved starts a run, by its events alone', async () => {
    const { organizationId } = test
    const project = test.createProject()
    const workflow = listen({ kind: 'issue_regressed', name: 'again' })
    await sight(project, 1)
    const issue = test.store.issueStates.findByFingerprint(project, fingerprint(1))
    const change = { status: 'resolved' as const }
    changeIssues(test.store, { organizationId, issueIds: [issue?.id ?? ''], change, actor: systemActor, now: test.now })
    test.now += minute
    for (const lastReceivedAt of [test.now, test.now + 1])
      await sight(project, 1, 'error', [{ release: '', lastReceivedAt }])
    test.settle()
    expect(test.runs(workflow)).to.have.length(1)
  })

  it("a verdict counts, but a run's verdict only if requested, and never the workflow's own", () => {
    const bad = { verdict: ['cause_found', 'bad'] } satisfies { verdict: Verdict[] }
    const people = listen({ kind: 'session_verdict', name: 'v', filters: bad })
    const runs = listen({ kind: 'session_verdict', name: 'v', filters: { ...bad, origin: ['workflow_run'] } })
    conclude('healthy')
    const id = conclude('bad')
    test.settle()
    expect(instructions(people)).to.deep.equal([`{{ deployment.id }}{{ issue.id }}${id}`])
    expect(instructions(runs)).to.deep.equal([])
    const [run] = test.runs(people)
    if (run) test.endSession(run, 'cause_found')
    test.settle()
    expect(test.runs(people)).to.have.length(1)
    expect(test.runs(runs)).to.have.length(1)
    const [own] = test.runs(runs)
    if (own) test.endSession(own, 'cause_found')
    test.settle()
    expect(test.runs(runs)).to.have.length(1)
  })

  it('a trigger beyond its cap starts nothing, with a note, until an hour has passed', () => {
    const workflow = listen({ kind: 'deployment_created', name: 'ship', runs_per_hour_max: 2 })
    for (let i = 0; i < 4; i++) deploy()
    test.settle()
    const outcomes = () => test.occurrences(workflow).map(({ outcome }) => outcome)
    expect(outcomes().sort()).to.deep.equal(['capped', 'capped', 'run', 'run'])
    test.advance(60 * minute)
    deploy()
    test.settle()
    expect(test.runs(workflow)).to.have.length(3)
  })

  it('events without listeners are not stored, nor events while the workflow is off', () => {
    deploy()
    expect(test.store.workflowEvents.listWaiting(1)).to.deep.equal([])
    const workflow = listen({ kind: 'deployment_created', name: 'ship' })
    test.settle()
    expect(test.runs(workflow)).to.deep.equal([])
  })

  it('an event is stored in the same transaction as its cause', () => {
    listen({ kind: 'deployment_created', name: 'ship' })
    expect(() =>
      test.store.transact(() => {
        deploy()
        throw new Error('no')
      }),
    ).to.throw('no')
    expect(test.store.workflowEvents.listWaiting(1)).to.deep.equal([])
  })

  it('an event with more listeners than one transaction serves reaches all of them, once', () => {
    const workflows = Array.from({ length: 230 }, () => listen({ kind: 'deployment_created', name: 'ship' }))
    deploy()
    deploy()
    test.settle()
    for (const workflow of workflows) expect(test.runs(workflow)).to.have.length(2)
  })

  it('an event whose values do not fit the instruction is rejected with the reason', () => {
    const trigger = { kind: 'deployment_created', name: 'ship', context: { empty: '' } } as const
    const workflow = test.createWorkflow({ instruction: '{{ empty }}', triggers: [trigger] })
    deploy()
    test.settle()
    expect(test.occurrences(workflow)[0]).to.deep.include({
      outcome: 'refused',
      reason: '/context makes the instruction empty',
    })
  })
})
