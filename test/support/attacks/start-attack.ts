import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { bundleProgram } from '../bundle-program.js'
import type { SignalboxProcess } from '../signalbox-process.js'
import type { AttackName, AttackTarget } from './attacks.js'

/**
 * Attacks an installation as its first organization, from a separate process.
 * @returns a function that ends the attack.
 */
export async function startAttack(name: AttackName, signalbox: SignalboxProcess): Promise<() => Promise<void>> {
  const project = await signalbox.createProject('attacker')
  const { url, apiKey } = signalbox
  const target: AttackTarget = { url, apiKey, project }
  const program = await bundleProgram(join(import.meta.dirname, 'attacker.ts'))
  const child = fork(program, [name, JSON.stringify(target)], { execArgv: [] })
  await once(child, 'spawn')
  return async () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the attack ended by itself: ${name}`)
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
}
