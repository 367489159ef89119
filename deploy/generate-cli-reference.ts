import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { listCommands, summaryOf } from '../services/cli/src/command-tree.js'
import type { CliEnvironment } from '../services/cli/src/environment.js'
import { createProgram } from '../services/cli/src/program.js'

// Writes the reference of the command line from the help of every command; with --check only compares.

const path = 'docs/command-line.md'
const file = new URL(`../${path}`, import.meta.url)
const widthOfHelp = 100

/** Whose help is asked for; nothing else is done. */
function createEnvironment(write: (text: string) => unknown): CliEnvironment {
  return {
    args: [],
    env: {},
    stdin: Readable.from([]),
    stdout: { columns: widthOfHelp, write },
    stderr: { columns: widthOfHelp, write },
    runOffline: () => Promise.resolve(false),
    startServer: () => Promise.resolve(),
    clock: () => 0,
  }
}

let shown = ''
const program = await createProgram(createEnvironment((text) => (shown += text)))
const nodes = listCommands(program)
const sections = nodes.map(({ path: words, command }) => {
  shown = ''
  command.outputHelp()
  const title = ['signalbox', ...words].join(' ')
  return `## ${title}\n\n\`\`\`text\n${shown.trim()}\n\`\`\`\n`
})
const index = nodes
  .filter(({ path: words }) => words.length === 1)
  .map(({ path: words, command }) => {
    const name = words.join(' ')
    return `- [\`${name}\`](#signalbox-${words.join('-')}): ${summaryOf(command)}`
  })

const document = `# The command line

Generated from the help of the commands by \`make generate\`. \`signalbox\` is \`npx signalbox\` in a checkout after \`make build\`.

Lists take \`--json\` and print \`{"items": […], "next": …}\`: items as the API has them, and what \`--after\` takes to go on, null at
the end. Streams print a value a line. Terminals see relative times, colours (not with \`NO_COLOR\`) and tables that fit; pipes see
full times and all of each text.

| exit code | meaning                         |
| --------- | ------------------------------- |
| 0         | done, also when a list is empty |
| 1         | failed, refused or not reached  |
| 2         | wrong usage                     |
| 130       | interrupted by Ctrl-C           |

${index.join('\n')}

${sections.join('\n')}`

if (!process.argv.includes('--check')) {
  await writeFile(file, document)
} else if ((await readFile(file, 'utf8').catch(() => '')) !== document) {
  console.error(`${path} is not current: run make generate`)
  process.exitCode = 1
}
