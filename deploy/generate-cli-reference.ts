import { readFile, writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { listCommands, summaryOf } from '../services/cli/src/command-tree.js'
import type { CliEnvironment } from '../services/cli/src/environment.js'
import { createProgram } from '../services/cli/src/program.js'

// Writes the reference of the command line from the help of every command; with --check only compares.

const path = 'docs/command-line.md'
const file = new URL(`../${path}`, import.meta.url)

/** Whose help is asked for; nothing else is done. */
function createEnvironment(write: (text: string) => unknown): CliEnvironment {
  return {
    args: [],
    env: {},
    stdin: Readable.from([]),
    stdout: { write },
    stderr: { write },
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

Generated from the command help by \`make generate\`. In a checkout, run \`make build\` first and replace \`signalbox\` with \`npx signalbox\`.

With \`--json\`, lists print \`{"items": […], "next": …}\`: items in API format, and the value to pass to \`--after\` for the next page, or
null at the end. Streams print one value per line. Terminal output has relative times, colors (unless \`NO_COLOR\` is set) and
tables that fit the width; piped output has absolute times and full texts.

| exit code | meaning                         |
| --------- | ------------------------------- |
| 0         | done, even if a list is empty   |
| 1         | failed, rejected or unreachable |
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
