import { spawnSync } from 'node:child_process'
import { generateIncident } from '../incidents/generate-incident.js'
import { incidentKinds, type IncidentKind } from '../incidents/incident.js'
import { runIncident } from '../incidents/run-incident.js'
import { sumScores, type Score } from '../incidents/score-incident.js'
import { median, type Measurement } from './report.js'

/** Seeds that the tests do not use, so the measured incidents were not seen during development. */
const seeds = (process.env['SEEDS'] ?? '101,102,103').split(',').map(Number)
const kinds = (process.env['KINDS']?.split(',') ?? incidentKinds) as readonly IncidentKind[]

/**
 * Results of the playbook alone on written incidents by author, the calibration of its probabilities, and its findings
 * in noise.
 */
const tables = ['evaluate', 'cross-validate', 'quiet-windows', 'with-noise']

/** Measures how often investigations of generated incidents are right, without a model. */
export async function measureIncidents(): Promise<Measurement[]> {
  for (const name of tables) printTable(name)
  const scores: Score[] = []
  for (const seed of seeds) {
    for (const kind of kinds) {
      const score = await runIncident(generateIncident(kind, seed))
      scores.push(score)
      console.error(describe(score))
    }
  }
  const all = sumScores(scores)
  return [
    { name: 'incidents: right', value: 100 * all.rightRatio, unit: '%' },
    { name: 'incidents: innocent commits blamed', value: all.blamedInnocent, unit: `of ${all.incidents}`, aim: '0' },
    { name: 'incidents: nothing concluded', value: all.abstained, unit: `of ${all.incidents}` },
    { name: 'incidents: first failing service right', value: 100 * all.serviceRightRatio, unit: '%' },
    { name: 'incidents: remedy right', value: 100 * all.remediationRightRatio, unit: '%' },
    { name: 'incidents: claims verified', value: 100 * all.verifiedClaimRatio, unit: '%' },
    {
      name: 'incidents: session, median',
      value: median(scores.map(({ durationMs }) => durationMs / 1_000)),
      unit: 's',
    },
    ...kinds.map((kind) => ({
      name: `incidents: right, ${kind}`,
      value: 100 * sumScores(scores.filter((score) => score.kind === kind)).rightRatio,
      unit: '%',
    })),
  ]
}

function printTable(name: string): void {
  const script = `services/agent/test/incidents/${name}.ts`
  // Tables are printed to stderr like progress: stdout is for measurements.
  const { status } = spawnSync(process.execPath, [...process.execArgv, script], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${script} failed`)
}

function describe({ name, isRight, blamedInnocent, answer, durationMs }: Score): string {
  const outcome = isRight ? 'right' : blamedInnocent ? 'BLAMED AN INNOCENT' : 'wrong'
  return `  ${name.padEnd(26)} ${outcome.padEnd(18)} ${answer.padEnd(32)} ${(durationMs / 1_000).toFixed(1)} s`
}
