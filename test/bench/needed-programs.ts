import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Programs that parts need, with the command that checks for each. */
const programs = {
  java: { name: 'Java 17', option: '-version' },
  mvn: { name: 'Maven', option: '-version' },
  'redis-server': { name: 'Redis', option: '--version' },
  prometheus: { name: 'Prometheus', option: '--version' },
}

/** True if the machine has these programs. If not, prints which part is skipped and what to install. */
export async function hasPrograms(part: string, commands: readonly (keyof typeof programs)[]): Promise<boolean> {
  const missing: string[] = []
  for (const command of commands) {
    const { name, option } = programs[command]
    await run(command, [option]).catch(() => missing.push(name))
  }
  if (missing.length === 0) return true
  console.error(`Left out: ${part}. Install ${missing.join(' and ')}, then run make bench ONLY=${part}`)
  return false
}
