import { limits, type AlertRuleRequest } from '@signalbox/contracts'
import { expect } from 'chai'
import type { AlertEvaluator } from '../../src/alerts/alert-evaluator.js'
import { changeAlertRule, muteAlertRule } from '../../src/alerts/write-rules.js'
import type { AlertRow } from '../../src/alerts/store/alerts.js'
import { openStore, type ControlPlaneStore } from '../../src/control-plane-store.js'
import { Crash, crashAtRandom, type CrashPlan } from './crashing-store.js'
import { TestAlerts } from './test-alerts.js'

/** Possible operations. A value of null is a failing query. */
export type AlertStep =
  | { kind: 'measure'; minutes: number; value: number | null }
  | { kind: 'jump' | 'mute'; minutes: number }
  | { kind: 'crash'; calls: number }
  | { kind: 'rival'; value: number }
  | { kind: 'change'; value: number; isActive: boolean }

/** The world's rule on errors. */
export interface WorldRule {
  value: number
  band: number
  for_minutes: number
  resolve_for_minutes: number
}

const minute = 60_000

/** One rule, two processes of which one may crash at any store call, and a clock that jumps. */
export class AlertWorld {
  /** Never crashes: the other process, and the observer. */
  readonly #sound = new TestAlerts()
  readonly #plan: CrashPlan = { callsLeft: undefined }
  readonly #band: number
  readonly #workflowId: string
  readonly #ruleId: string
  #store: ControlPlaneStore
  #evaluator: AlertEvaluator

  constructor({ band, value, ...rule }: WorldRule) {
    this.#band = band
    this.#workflowId = this.#sound.createWorkflow({ concurrency: 'allow' }).id
    const request = { ...rule, value, resolve_value: value - band, workflow_id: this.#workflowId }
    this.#ruleId = this.#sound.createRule(request satisfies Partial<AlertRuleRequest>).id
    this.#store = this.#open()
    this.#evaluator = this.#sound.createEvaluator(this.#store)
  }

  #open(): ControlPlaneStore {
    return crashAtRandom(openStore(this.#sound.directory), this.#plan)
  }

  close(): void {
    this.#store.close()
    this.#sound.close()
  }

  async take(step: AlertStep): Promise<void> {
    try {
      await this.#do(step)
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      this.#restart()
    }
    this.#check()
  }

  /** No more crashes and mutes: all pending notifications are sent. */
  async comeToRest(): Promise<void> {
    this.#plan.callsLeft = undefined
    this.#evaluator.release()
    this.#answer(0)
    const row = this.#rule()
    muteAlertRule(this.#sound.store, row, null)
    for (let passed = 0; passed < 8; passed += 1) await this.#sound.advance()
    this.#check()
    expect(this.#sound.store.alerts.listOwing(this.#ruleId), 'all were told').to.deep.equal([])
    expect(this.#sound.store.alerts.listOpen(this.#ruleId), 'all is over').to.deep.equal([])
  }

  #restart(): void {
    this.#plan.callsLeft = undefined
    this.#store.close()
    this.#store = this.#open()
    this.#evaluator = this.#sound.createEvaluator(this.#store)
  }

  #rule() {
    const row = this.#sound.store.alertRules.find(this.#sound.organizationId, this.#ruleId)
    if (row === undefined) throw new Error('the rule is gone')
    return row
  }

  #answer(value: number | null): void {
    const answer = value === null ? new Error('the store is down') : { events: [], total: value, has_more: false }
    this.#sound.answers = { queryErrors: answer }
  }

  async #do(step: AlertStep): Promise<void> {
    switch (step.kind) {
      case 'measure':
        this.#answer(step.value)
        this.#sound.now += step.minutes * minute
        await this.#sound.settle(this.#evaluator)
        return
      case 'rival':
        this.#answer(step.value)
        this.#sound.now += minute
        await this.#sound.settle()
        return
      case 'jump':
        this.#sound.now += step.minutes * minute
        return
      case 'crash':
        this.#plan.callsLeft = step.calls
        return
      case 'mute':
        muteAlertRule(this.#store, this.#rule(), this.#sound.now + step.minutes * minute)
        return
      case 'change':
        this.#change(step)
    }
  }

  #change({ value, isActive }: Extract<AlertStep, { kind: 'change' }>): void {
    const change = { value, resolve_value: value - this.#band, is_active: isActive }
    changeAlertRule(this.#store, { row: this.#rule(), change, now: this.#sound.now })
  }

  /** The invariants. */
  #check(): void {
    const { store, channelId, organizationId } = this.#sound
    const alerts = this.#sound.alerts()
    const open = alerts.filter(({ resolved_at }) => resolved_at === null)
    expect(open.length, 'open alerts').to.be.at.most(1)
    const followed = store.alertSubjects.list(this.#ruleId).flatMap(({ alert_id: id }) => id ?? [])
    expect(followed, 'what is open is followed').to.deep.equal(open.map(({ id }) => id))
    const told = store.notices.listUnplanned(channelId, 10_000).map(({ key }) => key)
    expect(told, 'notices').to.have.members(alerts.flatMap(expectedNotices))
    const all = { workflowId: this.#workflowId, status: undefined, triggeredBy: undefined }
    const runs = store.workflowRuns.list({ ...all, limit: limits.workflow.unfinishedRunsMax, offset: 0 })
    const started = alerts.flatMap(({ run_id: id }) => id ?? [])
    expect(
      runs.map(({ id }) => id),
      `runs of ${organizationId}`,
    ).to.have.members(started)
    expect(started).to.have.length(alerts.filter(({ told_at }) => told_at !== null).length)
  }
}

/** The channel's notifications about an alert, without pending ones. */
function expectedNotices({ id, told_at, resolved_at, owes }: AlertRow): string[] {
  if (told_at === null) return []
  return resolved_at === null || owes === 'resolved' ? [`${id}:firing`] : [`${id}:firing`, `${id}:resolved`]
}
