import { expect } from 'chai'
import { generateIncident, generateIncidents } from './generate-incident.js'
import { incidentKinds } from './incident.js'

const seeds = [1, 2]

describe('generateIncident', () => {
  it('generates the same incident for the same kind and seed, and different ones for other seeds', () => {
    for (const kind of incidentKinds) {
      expect(generateIncident(kind, 1)).to.deep.equal(generateIncident(kind, 1))
      expect(generateIncident(kind, 1)).to.not.deep.equal(generateIncident(kind, 2))
    }
  })

  it("includes the culprit's commit, live on the failing service before the alert, if a change is to blame", () => {
    for (const { commits, deploys, alert, truth } of generateIncidents(seeds)) {
      if (truth.expected !== 'commit') continue
      expect(commits.filter(({ sha }) => sha === truth.root_cause_commit)).to.have.length(1)
      const live = deploys.find(({ commit_sha: sha }) => sha === truth.root_cause_commit)
      expect(live?.service).to.equal(truth.first_failing_service)
      expect((live?.timestamp ?? '') < alert.fired_at).to.equal(true)
    }
  })

  it('includes an innocent commit with a deployment, and never names it as the culprit', () => {
    for (const { commits, deploys, truth } of generateIncidents(seeds)) {
      expect(truth.decoy_deploy_commits).to.not.be.empty
      for (const decoy of truth.decoy_deploy_commits) {
        expect(decoy).to.not.equal(truth.root_cause_commit)
        expect(commits.map(({ sha }) => sha)).to.include(decoy)
        expect(deploys.map(({ commit_sha: sha }) => sha)).to.include(decoy)
      }
    }
  })

  it('excludes the culprit from failures that stop short', () => {
    for (const seed of seeds) {
      const { commits, deploys, truth } = generateIncident('evidence-stops-short', seed)
      const known = new Set(commits.map(({ sha }) => sha))
      expect(truth).to.deep.include({ expected: 'abstain', root_cause_commit: 'none' })
      for (const { commit_sha: sha } of deploys) expect(known).to.include(sha)
    }
  })

  it('reveals nothing of the truth in its telemetry', () => {
    for (const { truth, ...fed } of generateIncidents(seeds)) {
      expect(JSON.stringify(fed)).to.not.match(/culprit|root_cause|decoy|innocent commit/i)
      expect(truth.scenario).to.equal(fed.name)
    }
  })

  it('has finite numbers, ISO times, and logs in time order', () => {
    for (const { metrics, logs, spans } of generateIncidents(seeds)) {
      expect(metrics.every(({ value }) => Number.isFinite(value))).to.equal(true)
      const times = logs.map(({ timestamp }) => timestamp)
      expect(times).to.deep.equal([...times].sort())
      expect(spans.every(({ start, duration_ms: ms }) => !Number.isNaN(Date.parse(start)) && ms > 0)).to.equal(true)
    }
  })
})
