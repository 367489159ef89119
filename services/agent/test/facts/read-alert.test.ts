import { expect } from 'chai'
import { nameService, readAlert } from '../../src/facts/read-alert.js'

const asOf = Date.parse('2026-06-19T10:30:00Z')
const createdAt = asOf - 1_000

function alertOf(context: Record<string, unknown>, prompt = 'Look into it') {
  const origin = { kind: 'manual' as const, id: null }
  return readAlert({ id: 's', organizationId: 'o', prompt, context, origin, createdAt }, asOf)
}

describe('readAlert', () => {
  it("reads an alert's fields from the context", () => {
    const alert = {
      service: 'cart',
      metric: 'error_ratio',
      threshold: 0.02,
      observed: 0.7,
      fired_at: '2026-06-19T10:25:00Z',
      summary: 'cart fails',
    }
    expect(alertOf({ alert }, 'Cart!')).to.deep.equal({
      service: 'cart',
      metric: 'error_ratio',
      threshold: 0.02,
      observed: 0.7,
      firedAt: Date.parse('2026-06-19T10:25:00Z'),
      isFired: true,
      isFailureQuestion: false,
      text: 'Cart!\ncart\nerror_ratio\n2026-06-19T10:25:00Z\ncart fails',
    })
  })

  it("finds them under an alert manager's names, at any depth", () => {
    const labels = { job: 'cart', alertname: 'HighErrors' }
    const alert = alertOf({ alerts: [{ labels, startsAt: '2026-06-19T10:20:00Z', value: '3.5' }] })
    expect(alert).to.include({ service: 'cart', observed: 3.5, firedAt: Date.parse('2026-06-19T10:20:00Z') })
  })

  it('prefers the outermost field', () => {
    const alert = alertOf({ related: { service: 'other' }, service: 'cart' })
    expect(alert.service).to.equal('cart')
  })

  it("uses the session's start for an alert without a time, and never a later time", () => {
    expect(alertOf({}).firedAt).to.equal(createdAt)
    expect(alertOf({ fired_at: 'soon' }).firedAt).to.equal(createdAt)
    expect(alertOf({ fired_at: '2026-07-01T00:00:00Z' }).firedAt).to.equal(asOf)
  })

  it('ignores values of other types', () => {
    const alert = alertOf({ service: 7, metric: '', threshold: 'high', observed: null, value: [1] })
    expect(alert).to.include({ service: null, metric: null, threshold: null, observed: null })
  })
})

describe('a question about a failure', () => {
  const asksWhy = (prompt: string, context: Record<string, unknown> = {}) => alertOf(context, prompt).isFailureQuestion

  it('is recognized by its words', () => {
    for (const prompt of [
      'Why do checkouts fail?',
      'why are checkouts failing',
      'What is wrong?',
      "What's wrong with checkout?",
      'what broke the checkout?',
      'What caused the errors on checkout?',
      "Why can't users pay?",
      'Why does checkout answer 500?',
      'Find out the cause of the exceptions in cart',
    ])
      expect(asksWhy(prompt), prompt).to.equal(true)
    for (const prompt of [
      'Is checkout ok?',
      'Is anything wrong?',
      'Why is POST /checkout slow?',
      'What changed since yesterday?',
      'Which service fails most?',
      'Did the deployment of cart break anything?',
      'checkout error rate above 5 %',
      'Look into it',
    ])
      expect(asksWhy(prompt), prompt).to.equal(false)
  })

  it('is not one if an alert, a past time or another trigger is given', () => {
    const prompt = 'Why do checkouts fail?'
    expect(asksWhy(prompt, { fired_at: '2026-06-19T10:25:00Z' })).to.equal(false)
    expect(asksWhy(prompt, { metric: 'error_ratio' })).to.equal(false)
    expect(asksWhy('Why did checkouts fail at 9:30?')).to.equal(false)
    const origin = { kind: 'workflow_run' as const, id: 'r' }
    const session = { id: 's', organizationId: 'o', prompt, context: {}, origin, createdAt }
    expect(readAlert(session, asOf).isFailureQuestion).to.equal(false)
  })
})

describe('nameService', () => {
  const known = ['api', 'cart', 'cart-api', 'payment']
  const named = (service: string | null, text: string) => nameService({ ...alertOf({}), service, text }, known)

  it('spells a service as its telemetry does, and leaves an unknown one unchanged', () => {
    expect(named('Cart', '')).to.equal('cart')
    expect(named('billing', 'payment')).to.equal('billing')
  })

  it('finds the first service that a text names as a word, and the longest match', () => {
    expect(named(null, 'Is cart-api slow because of payment?')).to.equal('cart-api')
    expect(named(null, 'rapid apis, cartoons')).to.equal(null)
    expect(named(null, 'rapid API')).to.equal('api')
  })
})
