import { expect } from 'chai'
import { investigate, judge } from '../incidents/judge-incident.js'
import type { Incident } from '../support/incident.js'
import { readIncidentsHeldOut, readIncidentsInNoise, readStoredIncidents } from '../support/stored-incidents.js'

/** The blamed commit, `none` if none is to blame, undefined if there is no conclusion. */
function answerOf({ verdict, cause }: ReturnType<typeof investigate>): string | undefined {
  return verdict === 'inconclusive' ? undefined : (cause?.commit_sha ?? 'none')
}

describe('the playbook on generated incidents', () => {
  const incidents = readStoredIncidents()
  const reports = new Map<string, ReturnType<typeof investigate>>()
  before(() => {
    for (const incident of incidents) reports.set(incident.name, investigate(incident))
  })
  const reportOf = ({ name }: Incident) => reports.get(name)!

  it('names the cause in at least 38 of 40, with the right commit or none', () => {
    const right = incidents.filter((incident) => answerOf(reportOf(incident)) === incident.truth.root_cause_commit)
    expect(incidents).to.have.length(40)
    expect(right.length).to.be.at.least(38)
  })

  it('never blames an innocent deployment', () => {
    const blamed = incidents.filter((incident) =>
      incident.truth.decoy_deploy_commits.includes(answerOf(reportOf(incident)) ?? ''),
    )
    expect(blamed.map(({ name }) => name)).to.deep.equal([])
  })

  it('finds the service that failed first, and most of the remedy', () => {
    const first = incidents.filter(
      (incident) => reportOf(incident).first_failing_service === incident.truth.first_failing_service,
    )
    const remedied = incidents.filter((incident) => reportOf(incident).remediation === incident.truth.remediation)
    expect(first.length).to.be.at.least(38)
    expect(remedied.length).to.be.at.least(36)
  })

  it('states nothing beyond its evidence', () => {
    const unsupported = [...reports.values()].flatMap(({ claims }) =>
      claims.filter(({ status }) => status !== 'verified'),
    )
    expect(unsupported.map(({ text }) => text)).to.deep.equal([])
  })

  it('rules out changes only if certain, and dates the onset by the first failure', () => {
    const all = [...reports.values()]
    const likely = all.filter(({ verdict }) => verdict === 'cause_likely')
    const ruledOut = likely.flatMap(({ claims }) => claims.filter(({ text }) => text.startsWith('Ruled out: ')))
    expect(ruledOut).to.deep.equal([])
    const datedElsewhere = all.filter(({ claims, first_failing_service: first }) => {
      const [onset] = claims
      expect(onset?.topic).to.equal('onset')
      return first === null || onset?.text.includes(first) !== true
    })
    expect(datedElsewhere.length).to.be.at.most(8)
  })

  it('summarizes everything in at most six sentences, without repetition', () => {
    for (const { summary, claims } of reports.values()) {
      const told = claims.filter(({ text }) => summary.includes(text))
      expect(told.length, summary).to.be.within(2, 4)
      for (const { text } of told) expect(summary.split(text), summary).to.have.length(2)
    }
  })

  it('accounts for every change, by name or by number', () => {
    for (const incident of incidents) {
      const { suspects = [], claims } = reportOf(incident)
      const named = suspects.filter(({ commit_sha: sha, probability }) => sha !== null && probability >= 0.02).length
      const [, counted = '0'] = /^(?:Ruled out|Less likely): (\d+) other/.exec(claims.at(-1)?.text ?? '') ?? []
      expect(named + Number(counted), incident.name).to.be.at.least(incident.commits.length)
    }
  })

  it("accuses no other change if the culprit's commit is unknown", () => {
    const accused = incidents.filter(({ commits, truth, ...incident }) => {
      if (truth.root_cause_commit === 'none') return false
      const known = commits.filter(({ sha }) => sha !== truth.root_cause_commit)
      return investigate({ ...incident, truth, commits: known }).verdict === 'cause_found'
    })
    expect(accused.map(({ name }) => name)).to.deep.equal([])
  })

  it('concludes the same under other names', () => {
    const renamed = incidents.slice(0, 12).map(rename)
    const right = renamed.filter((incident) => answerOf(investigate(incident)) === incident.truth.root_cause_commit)
    expect(right.length).to.be.at.least(11)
  })
})

describe('the playbook on incidents with realistic noise', () => {
  const judgements: ReturnType<typeof judge>[] = []
  before(() => {
    for (const incident of readIncidentsInNoise()) judgements.push(judge(incident, investigate(incident)))
  })
  const count = (is: (one: (typeof judgements)[number]) => boolean) => judgements.filter(is).length

  it('is right about at least 40 of 48, and has the truth among its first three in 47', () => {
    expect(judgements).to.have.length(48)
    expect(count(({ isRight }) => isRight)).to.be.at.least(40)
    expect(count(({ place }) => place !== null && place <= 3)).to.be.at.least(47)
  })

  it('blames no innocent change', () => {
    expect(count(({ blamed }) => blamed)).to.equal(0)
  })

  it('dates the onset within five minutes in at least 35 of the 36 whose truth is known', () => {
    expect(count(({ onsetOff }) => onsetOff !== null && Math.abs(onsetOff) <= 5)).to.be.at.least(35)
  })
})

describe('the playbook on incidents from which nothing was learned', () => {
  const judgements: ReturnType<typeof judge>[] = []
  before(() => {
    for (const incident of readIncidentsHeldOut()) judgements.push(judge(incident, investigate(incident)))
  })
  const authors = {
    haul: { who: 'a logistics engineer', incidents: 12, right: 9, amongThree: 12, blamed: 0, denied: 0 },
    sre: { who: 'an on-call engineer', incidents: 16, right: 9, amongThree: 15, blamed: 0, denied: 1 },
    plat: { who: 'a platform engineer', incidents: 16, right: 14, amongThree: 16, blamed: 1, denied: 0 },
    desk: { who: 'a backend lead', incidents: 16, right: 11, amongThree: 13, blamed: 0, denied: 2 },
  }
  for (const [author, { who, incidents, right, amongThree, blamed, denied }] of Object.entries(authors)) {
    it(`is right about at least ${right} of ${incidents} by ${who}, with the truth among its first three in ${amongThree}, blames at most ${blamed} innocent changes, and denies at most ${denied}`, () => {
      const all = judgements.filter(({ name }) => name.startsWith(`${author}-`))
      const count = (is: (one: (typeof judgements)[number]) => boolean) => all.filter(is).length
      expect(all).to.have.length(incidents)
      expect(count(({ isRight }) => isRight)).to.be.at.least(right)
      expect(count(({ place }) => place !== null && place <= 3)).to.be.at.least(amongThree)
      expect(count((one) => one.blamed)).to.be.at.most(blamed)
      expect(count(({ isDenied }) => isDenied)).to.be.at.most(denied)
    })
  }
})

/** The same incident with other service and author names, and meaningless commit messages. */
function rename(incident: Incident): Incident {
  const services = [
    ...new Set([...incident.series, ...incident.logs, ...incident.deploys].map(({ service }) => service)),
  ]
  const plain = services.filter((service) => /^[a-z][a-z-]*$/.test(service)).sort((a, b) => b.length - a.length)
  const names = new Map(plain.map((service, index) => [service, `unit${String.fromCharCode(97 + index)}`]))
  let text = JSON.stringify(incident)
  for (const [service, name] of names) text = text.replace(new RegExp(`(?<![\\w-])${service}(?![\\w-])`, 'g'), name)
  const other = JSON.parse(text) as Incident
  return {
    ...other,
    truth: { ...other.truth, root_cause_commit: incident.truth.root_cause_commit },
    commits: other.commits.map((commit) => ({ ...commit, author: 'someone', message: 'change' })),
  }
}
