import { describeCases, evaluateCases } from './evaluate-cases.js'
import { describeReplay, replayFile } from './replay-file.js'

const usage = `usage: node services/agent/dist/replay/main.js session <file of \`signalbox sessions export\`>
       node services/agent/dist/replay/main.js evaluate <folder of such files>
`

// Exit code 0 if the report is the same, or no case that was right is wrong now; 1 if not, or if it cannot be
// determined; 2 for wrong usage.
const [task, path] = process.argv.slice(2)
if (path === undefined || (task !== 'session' && task !== 'evaluate')) {
  process.stderr.write(usage)
  process.exitCode = 2
} else {
  try {
    process.exitCode = (await (task === 'session' ? replay(path) : evaluate(path))) ? 0 : 1
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}

async function replay(path: string): Promise<boolean> {
  const replayed = await replayFile(path)
  process.stdout.write(describeReplay(replayed))
  return replayed.differences.length === 0
}

async function evaluate(path: string): Promise<boolean> {
  const cases = await evaluateCases(path)
  process.stdout.write(describeCases(cases))
  return !cases.some(({ wasRight, isRight }) => wasRight && isRight === false)
}
