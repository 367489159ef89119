import { configFaults } from './faults/config-faults.js'
import type { Fault, WriteFault } from './faults/fault.js'
import { leaks } from './faults/leaks.js'
import { suddenFaults } from './faults/sudden-faults.js'
import { addDecoy, addInnocents } from './innocents.js'
import type { Incident, IncidentKind } from './incident.js'
import { addCommit, addDeploy, beginStory, endStory, type Story } from './story.js'
import { addService, addTraces, raiseAlert } from './telemetry.js'

/** A commit breaks the service within minutes of going live, while another service is deployed at the same time. */
export function tellBadDeploy(kind: IncidentKind, seed: number): Incident {
  return tellSudden(beginStory(kind, seed), suddenFaults)
}

/** The same with only a configuration change. */
export function tellConfigOnly(kind: IncidentKind, seed: number): Incident {
  return tellSudden(beginStory(kind, seed), configFaults)
}

/** A commit fills something up for an hour; another one goes live just before the symptoms. */
export function tellDelayedLeak(kind: IncidentKind, seed: number): Incident {
  const story = beginStory(kind, seed)
  const live = story.random.integer(20, 30)
  const fault = chooseFault(story, leaks)
  const culprit = tellFault(story, fault, live)
  const decoy = addDecoy(story, story.cast.failing, story.onset - story.random.integer(2, 5))
  return endFault(story, fault, { culprit, decoys: [decoy] })
}

/** A commit broke the service, but neither it nor its deployment is recorded, only an innocent one. */
export function tellEvidenceStopsShort(kind: IncidentKind, seed: number): Incident {
  const story = beginStory(kind, seed)
  const fault = chooseFault(story, suddenFaults)
  const culprit = tellFault(story, fault, story.onset - 2)
  const decoy = addDecoy(story, story.cast.failing, story.onset - story.random.integer(4, 9))
  const { incident } = story
  incident.commits = incident.commits.filter(({ sha }) => sha !== culprit)
  incident.deploys = incident.deploys.filter(({ commit_sha: sha }) => sha !== culprit)
  const told = endFault(story, fault, { culprit: 'none', decoys: [decoy] })
  return { ...told, truth: { ...told.truth, expected: 'abstain', remediation: 'none' } }
}

function tellSudden(story: Story, faults: readonly [WriteFault, ...WriteFault[]]): Incident {
  const fault = chooseFault(story, faults)
  const culprit = tellFault(story, fault, story.onset - story.random.integer(1, 3))
  const decoy = addDecoy(story, story.cast.edge, story.onset - story.random.integer(1, 6))
  return endFault(story, fault, { culprit, decoys: [decoy] })
}

function chooseFault(story: Story, faults: readonly [WriteFault, ...WriteFault[]]): Fault {
  return story.random.pick(faults)(story)
}

/** @param live Minute in which it goes live. @returns the culprit's SHA. */
function tellFault(story: Story, fault: Fault, live: number): string {
  const { cast, random } = story
  addInnocents(story)
  const { sha } = addCommit(story, live - random.integer(4, 15), fault.commit)
  addDeploy(story, live, { service: cast.failing, commit_sha: sha })
  addService(story, cast.failing, fault.suffering)
  addService(story, cast.edge, { errors: (fault.suffering.errors ?? 0.01) * 0.6 + 0.02 })
  addService(story, cast.bystander)
  fault.show(story, live)
  const { errors = 0, slower = 1 } = fault.suffering
  addTraces(story, { ...(errors > 0.01 && { failsAt: 'failing' as const }), slowMs: 90 * slower })
  raiseAlert(story, { service: cast.failing, ...fault.alert })
  return sha
}

function endFault(story: Story, fault: Fault, { culprit, decoys }: { culprit: string; decoys: string[] }): Incident {
  return endStory(story, {
    expected: 'commit',
    root_cause_commit: culprit,
    first_failing_service: story.cast.failing,
    blast_radius: [story.cast.edge],
    remediation: fault.remediation,
    decoy_deploy_commits: decoys,
  })
}
