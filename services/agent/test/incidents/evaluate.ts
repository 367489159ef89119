import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { investigate, judge, type Judgement } from './judge-incident.js'
import { readHeldOut, readWritten, type Written } from './corpora.js'
import { readIncidentFolder } from './read-folder.js'

/**
 * Evaluates the playbook on the stored incidents, in this process, and prints the results by author: `node --import
 * tsx --conditions=@signalbox/source services/agent/test/incidents/evaluate.ts [-v] [FOLDER …]`. A folder contains
 * incidents as subfolders, as read by `read-folder.ts`. `-v` prints each incident.
 */
const [options, folders] = [process.argv.slice(2).filter((word) => word.startsWith('-')), process.argv.slice(2)]
const given = folders.filter((word) => !word.startsWith('-')).flatMap(readFolders)
const written = given.length > 0 ? given : [...readWritten(), ...readHeldOut()]

const byAuthor = new Map<string, Judgement[]>()
for (const { incident, author } of written) {
  const judgement = judge(incident, investigate(incident))
  byAuthor.set(author, [...(byAuthor.get(author) ?? []), judgement])
  if (options.includes('-v')) console.log(describe(judgement))
}
console.log('incidents by author')
console.table(Object.fromEntries([...byAuthor].map(([author, judgements]) => [author, summarize(judgements)])))

function readFolders(folder: string): Written[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ incident: readIncidentFolder(join(folder, name)), author: name.split('-')[0] ?? '' }))
}

function summarize(all: readonly Judgement[]) {
  const count = (is: (one: Judgement) => boolean) => all.filter(is).length
  return {
    incidents: all.length,
    right: count(({ isRight }) => isRight),
    'innocent found': count(({ blamed, verdict }) => blamed && verdict === 'cause_found'),
    'innocent likely': count(({ blamed, verdict }) => blamed && verdict === 'cause_likely'),
    denied: count(({ isDenied }) => isDenied),
    'among three': count(({ place }) => place !== null && place <= 3),
    'first service': count(({ serviceIsRight }) => serviceIsRight),
    'onset ±5 min': `${count(({ onsetOff }) => onsetOff !== null && Math.abs(onsetOff) <= 5)} of ${count(({ onsetOff }) => onsetOff !== null)}`,
    remedy: count(({ remediationIsRight }) => remediationIsRight),
    'unsupported claims': all.reduce((sum, { unsupportedClaims }) => sum + unsupportedClaims, 0),
  }
}

function describe(one: Judgement): string {
  const outcome = one.isRight ? 'right' : one.blamed ? 'INNOCENT' : one.isDenied ? 'DENIED' : 'silent'
  const onset = one.onsetOff === null ? '' : `onset ${one.onsetOff.toFixed(1)} min`
  const service = one.serviceIsRight ? '' : 'other service'
  const remedy = one.remediationIsRight ? '' : 'other remedy'
  const place = `place ${one.place ?? '-'}`
  return [
    one.name.padEnd(34),
    outcome.padEnd(9),
    one.verdict.padEnd(14),
    one.probability.toFixed(2),
    place,
    onset,
    service,
    remedy,
  ].join(' ')
}
