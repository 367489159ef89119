import { expect } from 'chai'
import { readWritten } from '../incidents/corpora.js'
import { disturbances, withHole } from '../incidents/disturb.js'
import { investigate, judge } from '../incidents/judge-incident.js'
import type { Incident } from '../support/incident.js'

/** Every nth incident is tested. */
const oneIn = 8
/** How many fewer may be right: meaningless titles hide some culprits, and so do two hundred more deployments. */
const lostMax: Readonly<Record<string, number>> = {
  clocksOff: 2,
  toldTwice: 1,
  hostileTexts: 3,
  manyDeployments: 4,
}

describe('incidents with degraded telemetry', () => {
  const incidents = readWritten()
    .map(({ incident }) => incident)
    .filter((_, index) => index % oneIn === 0)
  const tryAll = (disturb: (incident: Incident, seed: number) => Incident) =>
    incidents.map((incident, index) => {
      const disturbed = disturb(incident, index + 1)
      const report = investigate(disturbed)
      return { report, ...judge(disturbed, report) }
    })
  let rightBefore = 0
  before(() => {
    rightBefore = tryAll((incident) => incident).filter(({ isRight }) => isRight).length
  })

  for (const [name, disturb] of Object.entries(disturbances))
    it(`are judged correctly nearly as often, and no innocent change is named as certain: ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`, () => {
      const tried = tryAll(disturb)
      const lost = rightBefore - tried.filter(({ isRight }) => isRight).length
      expect(lost).to.be.at.most(lostMax[name] ?? 0)
      expect(tried.filter(({ blamed, verdict }) => blamed && verdict === 'cause_found')).to.deep.equal([])
      expect(tried.reduce((sum, { unsupportedClaims }) => sum + unsupportedClaims, 0)).to.equal(0)
    })

  it('are dated to the gap in the telemetry, and no cause is certain', () => {
    const seen = incidents.map((incident) => ({ incident, onset: investigate(incident).onset_at }))
    const holed = seen.flatMap(({ incident, onset }) =>
      onset === null ? [] : [investigate(withHole(incident, Date.parse(onset)))],
    )
    const dated = holed.filter(({ claims }) => / between .* while no telemetry arrived/.test(claims[0]?.text ?? ''))
    expect(dated.length).to.be.at.least(Math.ceil(holed.length * 0.75))
    expect(dated.filter(({ verdict }) => verdict === 'cause_found')).to.deep.equal([])
    expect(dated.filter(({ confidence }) => confidence >= 0.85)).to.deep.equal([])
    expect(dated.flatMap(({ claims }) => claims.filter(({ status }) => status !== 'verified'))).to.deep.equal([])
  })
})
