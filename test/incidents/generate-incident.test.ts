import { expect } from 'chai'
import { generateIncident, generateIncidents } from './generate-incident.js'
import { incidentKinds } from './incident.js'

const seeds = [1, 2]

describe('generateIncident', () => {
  it('makes the same incident of the same kind and seed, and others of other seeds', () => {
    for (const kind of incidentKinds) {
      expect(generateIncident(kind, 1)).to.deep.equal(generateIncident(kind, 1))
      expect(generateIncident(kind, 1)).to.not.deep.equal(generateIncident(kind, 2))
    }
  })

  it('has the culprit among the commits, live on the failing service before the alert, where one is to blame', () => {
    for (const { commits, deploys, alert, truth } of generateIncidents(seeds)) {
      if (truth.expected !== 'commit') continue
      expect(commits.filter(({ sha }) => sha === truth.root_cause_commit)).to.have.length(1)
      const live = deploys.find(({ commit_sha: sha }) => sha === truth.root_cause_commit)
      expect(live?.service).to.equal(truth.first_failing_service)
      expect((live?.timestamp ?? '') < alert.fired_at).to.equal(true)
    }
  })

  it('has an innocent commit with a deployment in every incident, and never names it as the culprit', () => {
    for (const { commits, deploys, truth } of generateIncidents(seeds)) {
      expect(truth.decoy_deploy_commits).to.not.be.empty
      for (const decoy of truth.decoy_deploy_commits) {
        expect(decoy).to.not.equal(truth.root_cause_commit)
        expect(commits.map(({ sha }) => sha)).to.include(decoy)
        expect(deploys.map(({ commit_sha: sha }) => sha)).to.include(decoy)
      }
    }
  })

  it('keeps the culprit out of what stops short', () => {
    for (const seed of seeds) {
      const { commits, deploys, truth } = generateIncident('evidence-stops-short', seed)
      const known = new Set(commits.map(({ sha }) => sha))
      expect(truth).to.deep.include({ expected: 'abstain', root_cause_commit: 'none' })
      for (const { commit_sha: sha } of deploys) expect(known).to.include(sha)
    }
  })

  it('says nothing of the truth in what is fed', () => {
    for (const { truth, ...fed } of generateIncidents(seeds)) {
      expect(JSON.stringify(fed)).to.not.match(/culprit|root_cause|decoy|innocent commit/i)
      expect(truth.scenario).to.equal(fed.name)
    }
  })

  it('has finite numbers, times in ISO form, and logs in the order of time', () => {
    for (const { metrics, logs, spans } of generateIncidents(seeds)) {
      expect(metrics.every(({ value }) => Number.isFinite(value))).to.equal(true)
      const times = logs.map(({ timestamp }) => timestamp)
      expect(times).to.deep.equal([...times].sort())
      expect(spans.every(({ start, duration_ms: ms }) => !Number.isNaN(Date.parse(start)) && ms > 0)).to.equal(true)
    }
  })
})
