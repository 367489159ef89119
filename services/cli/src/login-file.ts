import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CliEnvironment } from './environment.js'

/** What `signalbox login` saves: the key is for this URL and no other. */
export interface Login {
  /** Base URL of the installation, without a trailing slash. */
  url: string
  api_key: string
}

/** Path of the login file; undefined if the environment has no home directory. */
export function loginFileOf(env: CliEnvironment['env']): string | undefined {
  const { XDG_CONFIG_HOME: config, HOME: home, APPDATA: windows } = env
  const folder = config || (home ? join(home, '.config') : windows)
  return folder ? join(folder, 'signalbox', 'login.json') : undefined
}

/** @returns undefined if nobody is logged in or the file is invalid. */
export function readLogin(env: CliEnvironment['env']): Login | undefined {
  const file = loginFileOf(env)
  if (file === undefined) return undefined
  try {
    const login: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const isLogin = typeof login === 'object' && login !== null && 'url' in login && 'api_key' in login
    return isLogin ? { url: String(login.url), api_key: String(login.api_key) } : undefined
  } catch {
    return undefined
  }
}

/** Readable by the user only. */
export function writeLogin(file: string, login: Login): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  rmSync(file, { force: true })
  writeFileSync(file, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
}
