import { execFile } from 'node:child_process'
import { appendFile, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Database } from '@signalbox/sqlite'
import { directoryBytes } from '../../support/directory-bytes.js'
import { eventually } from '../../support/eventually.js'
import { findFreePorts } from '../../support/free-ports.js'
import { contentTypes } from '../store-load.js'
import { homeOf, installOnce } from './install-once.js'
import type { Peer, RunningPeer } from './peer.js'
import { startProgram } from './start-program.js'

const run = promisify(execFile)
const version = '2.6.1'
const name = `Bugsink ${version}`
const home = homeOf(name)
/** A copy of its directory after its migrations and with a project. */
const empty = join(home, 'empty')
const readyWithinMs = 60_000
const projectKey = '0123456789abcdef0123456789abcdef'
/** Processes of its web server; digestion has four of its own by default. */
const webWorkers = 2

/** Its server setup, without quotas and without a proxy. */
const overrides = `
import os
BASE = os.environ["BENCH_BASE"]
BUGSINK["BASE_URL"] = "http://127.0.0.1"
BUGSINK["INGEST_STORE_BASE_DIR"] = BASE + "/ingestion"
SNAPPEA["WAKEUP_CALLS_DIR"] = BASE + "/snappea/wakeup"
DATABASES["default"]["NAME"] = BASE + "/db.sqlite3"
DATABASES["snappea"]["NAME"] = BASE + "/snappea.sqlite3"
ALLOWED_HOSTS = ["*"]
USE_X_REAL_IP = False
for quota in ("PER_PROJECT_PER_5_MINUTES", "PER_PROJECT_PER_HOUR", "PER_PROJECT_PER_MONTH", "PER_5_MINUTES", "PER_HOUR", "PER_MONTH"):
    BUGSINK["MAX_EVENTS_" + quota] = 1_000_000_000
`

const makeProject = `
import uuid
from projects.models import Project
from teams.models import Team
Project.objects.create(name="bench", team=Team.objects.create(name="bench"), sentry_key=uuid.UUID("${projectKey}"),
  retention_max_event_count=100_000_000)
`

/** From PyPI, with SQLite. */
export const bugsink: Peer = {
  install: () => installOnce(name, 'Python 3 with venv and pip, and a registry to install from', install),
  start: startBugsink,
}

async function install(): Promise<void> {
  await run('python3', ['-m', 'venv', join(home, 'venv')])
  await runProgram('python', ['-m', 'pip', 'install', '--quiet', `bugsink==${version}`])
  await runProgram('bugsink-create-conf', ['--template=singleserver', `--base-dir=${home}/unused`])
  await appendFile(join(home, 'bugsink_conf.py'), overrides)
  await mkdir(join(empty, 'ingestion'), { recursive: true })
  for (const args of [['migrate'], ['migrate', '--database=snappea'], ['shell', '-c', makeProject]]) {
    await runProgram('bugsink-manage', args, empty)
  }
  readFrom(join(empty, 'db.sqlite3'), undefined)
}

function environment(base: string) {
  return { PATH: process.env['PATH'], PYTHONPATH: home, DJANGO_SETTINGS_MODULE: 'bugsink_conf', BENCH_BASE: base }
}

function runProgram(command: string, args: readonly string[], base = '') {
  return run(join(home, 'venv/bin', command), [...args], { cwd: home, env: environment(base) })
}

/** Starts its web server and digestion process. */
async function startBugsink(): Promise<RunningPeer> {
  const base = await mkdtemp(join(tmpdir(), 'signalbox-bench-'))
  await cp(empty, base, { recursive: true })
  const [port] = await findFreePorts(1)
  const start = (command: string, args: readonly string[]) =>
    startProgram(join(home, 'venv/bin', command), args, { cwd: home, env: environment(base) })
  const programs = [
    start('gunicorn', [`--bind=127.0.0.1:${String(port)}`, `--workers=${webWorkers}`, 'bugsink.wsgi']),
    start('bugsink-runsnappea', []),
  ]
  await eventually(() => fetch(`http://127.0.0.1:${String(port)}/`, { redirect: 'manual' }), {
    withinMs: readyWithinMs,
  })
  const database = join(base, 'db.sqlite3')
  return {
    name,
    url: `http://127.0.0.1:${String(port)}/api/1/envelope/?sentry_key=${projectKey}`,
    headers: contentTypes.event,
    pids: programs.flatMap(({ pids }) => pids),
    countStored: () => Promise.resolve(readFrom(database, 'SELECT count(*) FROM events_event')),
    emptyBytes: await directoryBytes(empty),
    readBytes: () => {
      readFrom(database, undefined)
      return directoryBytes(base)
    },
    stop: async () => {
      await Promise.all(programs.map((program) => program.end()))
      await rm(base, { recursive: true, force: true })
    },
  }
}

/** Returns a count, or vacuums the database. */
function readFrom(file: string, sql: string | undefined): number {
  const database = new Database(file)
  try {
    if (sql !== undefined) return Number(database.prepare<[], number>(sql).pluck().get())
    database.exec('VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
    return 0
  } finally {
    database.close()
  }
}
