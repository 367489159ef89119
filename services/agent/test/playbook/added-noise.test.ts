import { expect } from 'chai'
import { addNoise, noiseLevels } from '../incidents/add-noise.js'
import { investigate, judge } from '../incidents/judge-incident.js'
import { readStoredIncidents } from '../support/stored-incidents.js'

describe('incidents with added noise', () => {
  const incidents = readStoredIncidents()

  it('are the same for the same seed, and retain their original telemetry', () => {
    const [incident] = incidents
    if (!incident) throw new Error('there are no incidents')
    const noisy = addNoise(incident, 'high', 7)
    expect(addNoise(incident, 'high', 7)).to.deep.equal(noisy)
    expect(noisy.logs.slice(0, incident.logs.length)).to.deep.equal(incident.logs)
    expect(noisy.deploys).to.have.length(incident.deploys.length + noiseLevels.high.deployments)
    expect(noisy.truth).to.equal(incident.truth)
  })

  it('are judged correctly at most two times less in forty, without blaming an added deployment as certain', () => {
    const judged = (noisy: boolean) =>
      incidents.map((incident, index) => {
        const one = noisy ? addNoise(incident, 'middle', 1000 + index) : incident
        return judge(one, investigate(one))
      })
    const right = (all: readonly { isRight: boolean }[]) => all.filter(({ isRight }) => isRight).length
    const [before, after] = [judged(false), judged(true)]
    expect(right(after)).to.be.at.least(right(before) - 2)
    expect(after.filter(({ blamed, verdict }) => blamed && verdict === 'cause_found')).to.deep.equal([])
  })
})
