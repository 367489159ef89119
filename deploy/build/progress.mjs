import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A step that failed; the message is one sentence for whoever started the build. */
export class StepFailed extends Error {
  name = 'StepFailed'
}

const heartbeatMs = 15_000
const outputCharactersMax = 200_000

/**
 * Runs one step of a build, telling when it begins, that it goes on, and how long it took.
 * @template T
 * @param {string} title What it does, for people.
 * @param {() => Promise<T>} step
 */
export async function runStep(title, step) {
  const begun = performance.now()
  const seconds = () => `${Math.round((performance.now() - begun) / 1000)} s`
  console.log(`${title} …`)
  const heartbeat = setInterval(() => {
    console.log(`${title}: still running after ${seconds()}`)
  }, heartbeatMs)
  try {
    const result = await step()
    console.log(`${title}: done in ${seconds()}`)
    return result
  } finally {
    clearInterval(heartbeat)
  }
}

/**
 * Runs a program without showing what it says.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string | undefined> }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>} The end of what it said, on both streams.
 */
export async function runQuietly(program, args, { env = process.env } = {}) {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output = `${output}${text}`.slice(-outputCharactersMax)
    })
  }
  const [code] = await once(child, 'close').catch((error) => {
    output = error.message
    return [1]
  })
  return { ok: code === 0, output }
}

/**
 * Packs a folder as npm packs a package.
 * @param {string} folder
 * @param {string} target Where the archive is put, which is there already.
 * @returns {Promise<string>} The name of the archive there.
 */
export async function packFolder(folder, target) {
  const { ok, output } = await runQuietly('npm', ['pack', folder, '--pack-destination', target, '--loglevel=error'])
  if (!ok) throw new StepFailed(`npm pack failed:\n${output.trim()}`)
  return output.trim().split('\n').at(-1)
}

/**
 * Runs the whole of a build script: what fails is told in words, and the process ends with code 1.
 * @param {() => Promise<void>} script
 */
export async function runScript(script) {
  try {
    await script()
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
