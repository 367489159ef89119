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
import { renderLetter } from '../output/render-letter.js'
import { addListOptions, type ListOptions } from '../list-options.js'
import { createSinceOption } from '../since-option.js'
import { writeJson, writeList } from '../output/write-list.js'

interface ShowOptions extends ConnectionOptions {
  json: boolean
}

interface ReplayOptions extends ConnectionOptions {
  again: boolean
}

const help = `
An item becomes a dead letter when the pipeline cannot turn it into rows. It is kept with the original request until the
log expires it. A replay sends the item through the current pipeline, for example after an upgrade with a fix.
Requires an API key with the scope organization:write.

Examples:
  signalbox dead-letters list --since 24h
  signalbox dead-letters show 0-17 --json | jq -r .body_base64 | base64 -d
  signalbox dead-letters replay 0-17 0-18`

/** `signalbox dead-letters`: items that could not be processed. */
export function createDeadLettersCommand(environment: CliEnvironment): Command {
  return new Command('dead-letters')
    .summary('Inspect and replay items that could not be processed')
    .description('List items that could not be processed, show their original request, and process them again')
    .addHelpText('after', help)
    .addCommand(createList(environment))
    .addCommand(createShow(environment))
    .addCommand(createReplay(environment))
}

function createList(environment: CliEnvironment): Command {
  const command = new Command('list')
    .description("List the organization's dead letters")
    .addOption(createSinceOption('How far back to look').default('7d'))
  return addListOptions(command).action(async ({ since, ...options }: ListOptions & { since: Since }) => {
    const items = await readAll(options, environment, since)
    const empty = `No dead letters in the last ${since}.`
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
    .description('Show a dead letter and its original request, including personal data')
    .argument('<letter>', 'Id of the dead letter')
    .option('--json', "Print the server's response as JSON", false)
  return addConnectionOptions(command).action(async (id: string, { json, ...options }: ShowOptions) => {
    const letter = await connect(options, environment).call(readDeadLetter, { params: { letter_id: id } })
    if (json) writeJson(environment, letter)
    else environment.stdout.write(renderLetter(letter))
  })
}

function createReplay(environment: CliEnvironment): Command {
  const command = new Command('replay')
    .description('Replay dead letters; an item that fails again becomes a new dead letter that refers to the old one')
    .argument('<letters...>', 'Ids of the dead letters')
    .option(
      '--again',
      'Include letters that were already replayed; items stored by an earlier replay are stored twice',
      false,
    )
  return addConnectionOptions(command).action(async (ids: string[], { again, ...options }: ReplayOptions) => {
    const client = connect(options, environment)
    for (const letter_id of ids) {
      await client.call(replayDeadLetter, { params: { letter_id }, query: { again } })
      environment.stdout.write(`Replaying ${letter_id}\n`)
    }
  })
}
