import { describeReplay, replayFile } from './replay-file.js'

// `node services/agent/dist/replay/main.js <file>`: exit code 0 when the report is the same, 1 when it differs or cannot
// be made again, 2 without a file.
const [path] = process.argv.slice(2)
if (path === undefined) {
  process.stderr.write('usage: node services/agent/dist/replay/main.js <file of `signalbox sessions record`>\n')
  process.exitCode = 2
} else {
  try {
    const replay = await replayFile(path)
    process.stdout.write(describeReplay(replay))
    process.exitCode = replay.differences.length === 0 ? 0 : 1
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  }
}
