import { judge } from './judge-incident.js'
import { readWritten } from './corpora.js'
import { withoutCulprit } from './fit-model.js'
import { reportOn } from '../model/modelled-incident.js'
import { scriptedModels } from '../model/scripted-models.js'

/**
 * Evaluates scripted models on the stored incidents, each compared with the playbook alone, and prints the results;
 * then the same on the incidents without the guilty commit (about five minutes): `node --import tsx
 * --conditions=@signalbox/source services/agent/test/incidents/evaluate-models.ts`.
 */
const incidents = readWritten().map(({ incident }) => incident)
console.table(await count(incidents))
const guilty = incidents.filter(({ truth }) => truth.root_cause_commit !== 'none')
console.table(await count(guilty.map((incident) => withoutCulprit(incident, true))))

async function count(all: typeof incidents) {
  const counts: Record<string, { right: number; 'innocent found': number; 'innocent likely': number }> = {}
  const add = (name: string, { isRight, blamed, verdict }: ReturnType<typeof judge>) => {
    const row = (counts[name] ??= { right: 0, 'innocent found': 0, 'innocent likely': 0 })
    row.right += Number(isRight)
    row['innocent found'] += Number(blamed && verdict === 'cause_found')
    row['innocent likely'] += Number(blamed && verdict === 'cause_likely')
  }
  for (const incident of all) {
    const alone = await reportOn(incident)
    add('alone', judge(incident, alone))
    for (const [name, script] of Object.entries(scriptedModels))
      add(name, judge(incident, await reportOn(incident, script(incident, alone).model)))
  }
  return counts
}
