import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { CliEnvironment } from './environment.js'

/** What `signalbox login` keeps: the key is for this address and no other. */
export interface Login {
  /** Address of the installation, without a slash at its end. */
  url: string
  api_key: string
}

/** Where it is kept; undefined when the environment names no home. */
export function loginFileOf(env: CliEnvironment['env']): string | undefined {
  const { XDG_CONFIG_HOME: config, HOME: home, APPDATA: windows } = env
  const folder = config || (home ? join(home, '.config') : windows)
  return folder ? join(folder, 'signalbox', 'login.json') : undefined
}

/** @returns undefined when nobody is logged in, or the file cannot be read as one. */
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

/** For the eyes of the user only. */
export function writeLogin(file: string, login: Login): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  rmSync(file, { force: true })
  writeFileSync(file, `${JSON.stringify(login, null, 2)}\n`, { mode: 0o600, flag: 'wx' })
}
