import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BlobPlace } from '@signalbox/artifact-store'
import { fetchJars, jarCache } from '../fetch-jars.js'

type Bucket = Extract<BlobPlace, { bucket: unknown }>['bucket']

/** S3Proxy, an S3 server that verifies signatures and stores objects as files in a temporary folder. */
export interface S3Server {
  /** Its only bucket. */
  bucket: Bucket
  stop(): Promise<void>
}

const jars = join(jarCache, 's3proxy-2.6.0')
const keys = { accessKeyId: 'key-of-the-tests', secretAccessKey: 'secret-of-the-tests' }
const bucketName = 'uploads'

/** Needs Java 17 and Maven, which fetches it. */
export async function startS3Server(): Promise<S3Server> {
  await fetchJars(jars, join(import.meta.dirname, 'pom.xml'))
  const directory = await mkdtemp(join(tmpdir(), 'signalbox-s3-'))
  const objects = join(directory, 'objects')
  await mkdir(join(objects, bucketName), { recursive: true })
  const properties = join(directory, 's3proxy.properties')
  await writeFile(properties, propertiesOf(objects))
  const logging = `-Dlogback.configurationFile=${join(import.meta.dirname, 'logback.xml')}`
  const program = ['-cp', join(jars, '*'), logging, 'org.gaul.s3proxy.Main', '--properties', properties]
  const child = spawn('java', program, { stdio: ['ignore', 'pipe', 'inherit'] })
  return {
    bucket: { url: `${await readUrl(child)}/${bucketName}`, region: 'us-east-1', ...keys },
    stop: async () => {
      child.kill('SIGKILL')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function propertiesOf(objects: string): string {
  return [
    's3proxy.endpoint=http://127.0.0.1:0',
    's3proxy.authorization=aws-v4',
    `s3proxy.identity=${keys.accessKeyId}`,
    `s3proxy.credential=${keys.secretAccessKey}`,
    'jclouds.provider=filesystem-nio2',
    'jclouds.identity=none',
    'jclouds.credential=none',
    `jclouds.filesystem.basedir=${objects}`,
  ].join('\n')
}

/** It prints its port once it is ready. */
async function readUrl({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('the output of S3Proxy cannot be read')
  for await (const line of createInterface({ input: stdout })) {
    const [, port] = /Started ServerConnector@.*\{127\.0\.0\.1:(\d+)\}/.exec(line) ?? []
    if (port === undefined) continue
    stdout.resume()
    return `http://127.0.0.1:${port}`
  }
  throw new Error('S3Proxy ended before it could be asked')
}
