import {
  listDeadLetters,
  readDeadLetter,
  replayDeadLetter,
  type DeadLetterEntry,
  type Since,
} from '@signalbox/contracts'
import { Command } from 'commander'
import { addConnectionOptions, connect, type ConnectionOptions } from '../connection.js'
import type { CliEnvironment } from '../environment.js'
import { renderLetter } from '../render-letter.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import { createSinceOption } from '../since-option.js'
import { writeJson, writeList } from '../write-list.js'

interface ShowOptions extends ConnectionOptions {
  json: boolean
}

interface ReplayOptions extends ConnectionOptions {
  again: boolean
}

const help = `
An item becomes a dead letter when the pipeline cannot turn it into rows. It is kept with what was sent until the log
drops it. A replay runs its item through the pipeline of now: after an upgrade that fixed what was broken, for instance.
The API key needs the scope organization:write.

Examples:
  signalbox dead-letters list --since 24h
  signalbox dead-letters show 0-17 --json | jq -r .body_base64 | base64 -d
  signalbox dead-letters replay 0-17 0-18`

/** `signalbox dead-letters`: what could not be processed. */
export function createDeadLettersCommand(environment: CliEnvironment): Command {
  return new Command('dead-letters')
    .summary('inspect and replay items that could not be processed')
    .description('List the items that could not be processed, show one with what was sent, and process it again.')
    .addHelpText('after', help)
    .addCommand(createList(environment))
    .addCommand(createShow(environment))
    .addCommand(createReplay(environment))
}

function createList(environment: CliEnvironment): Command {
  const command = new Command('list')
    .description('List the dead letters of the organization.')
    .addOption(createSinceOption('how far back to look').default('7d'))
  return addListOptions(command).action(async ({ since, ...options }: ListOptions & { since: Since }) => {
    const items = await readAll(options, environment, since)
    const empty = `There is no dead letter of the last ${since}.`
    writeList(environment, { items, columns, toRow, empty }, options)
  })
}

const columns = [
  { heading: 'LETTER' },
  { heading: 'SINCE', isTime: true },
  { heading: 'FROM' },
  { heading: 'REASON' },
  { heading: 'DETAIL', isFlexible: true },
]

function toRow({ id, dead_lettered_at, source, item_index, reason, detail }: DeadLetterEntry): string[] {
  const item = item_index === null ? '' : ` item ${item_index}`
  return [id, dead_lettered_at, `${source.topic}${item}`, reason, detail]
}

async function readAll(
  options: ConnectionOptions,
  environment: CliEnvironment,
  since: Since,
): Promise<DeadLetterEntry[]> {
  const client = connect(options, environment)
  const letters: DeadLetterEntry[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: { letters: DeadLetterEntry[]; next: string | null } = await client.call(listDeadLetters, {
      query: { since, limit: 500, ...(after !== '' && { after }) },
    })
    letters.push(...page.letters)
    after = page.next
  }
  return letters
}

function createShow(environment: CliEnvironment): Command {
  const command = new Command('show')
    .description('Show a dead letter with what was sent, personal data and all.')
    .argument('<letter>', 'its id')
    .option('--json', 'print the answer of the server as JSON', false)
  return addConnectionOptions(command).action(async (id: string, { json, ...options }: ShowOptions) => {
    const letter = await connect(options, environment).call(readDeadLetter, { params: { letter_id: id } })
    if (json) writeJson(environment, letter)
    else environment.stdout.write(renderLetter(letter))
  })
}

function createReplay(environment: CliEnvironment): Command {
  const command = new Command('replay')
    .description('Replay dead letters. One that fails again becomes a new dead letter, which names the old one.')
    .argument('<letters...>', 'their ids')
    .option('--again', 'also those that were replayed before: what went well then is stored twice', false)
  return addConnectionOptions(command).action(async (ids: string[], { again, ...options }: ReplayOptions) => {
    const client = connect(options, environment)
    for (const letter_id of ids) {
      await client.call(replayDeadLetter, { params: { letter_id }, query: { again } })
      environment.stdout.write(`${letter_id} is on its way through the pipeline.\n`)
    }
  })
}
