import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect } from 'chai'
import { parse } from 'yaml'
import { findMissing, findUnknown, roles } from './role-settings.js'

interface ComposeService {
  image: string
  command?: string[]
  environment?: Record<string, string>
  volumes?: string[]
  ports?: string[]
  depends_on?: string[] | Record<string, { condition: string }>
  healthcheck?: object
  restart: string
  read_only?: boolean
  deploy?: { replicas?: number; resources?: { limits?: { memory?: string } } }
}
interface ComposeFile {
  services: Record<string, ComposeService>
  volumes: Record<string, unknown>
}

async function readCompose(file: string): Promise<ComposeFile> {
  return parse(await readFile(file, 'utf8'), { merge: true }) as ComposeFile
}

/** Names of variables that a text reads from the environment. */
function variablesIn(text: string): string[] {
  return [...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name)
}

for (const file of ['deploy/compose.yaml', 'deploy/compose.embedded.yaml']) {
  describe(file, () => {
    let compose: ComposeFile

    before(async () => {
      compose = await readCompose(file)
    })

    it('pins every image, limits its memory and restarts it', () => {
      for (const [name, service] of Object.entries(compose.services)) {
        expect(service.image, name).to.match(/:[\w.-]*\d[\w.-]*$/)
        expect(service.deploy?.resources?.limits?.memory, name).to.match(/^\d+[mg]$/)
        expect(service.restart, name).to.equal('unless-stopped')
      }
    })

    it('sets only variables that the code reads, and all that each role needs', () => {
      for (const [name, { image, environment = {} }] of Object.entries(compose.services)) {
        if (!image.startsWith('signalbox:')) continue
        expect(findUnknown(Object.keys(environment)), name).to.deep.equal([])
        expect(findMissing(name, Object.keys(environment)), name).to.deep.equal([])
      }
    })

    it('refers only to existing volumes, files and services, and waits only for services with health checks', () => {
      for (const [name, { volumes = [], depends_on: needs = {} }] of Object.entries(compose.services)) {
        for (const volume of volumes) {
          const [source = ''] = volume.split(':')
          if (source.startsWith('.')) expect(existsSync(`deploy/${source}`), source).to.equal(true)
          else expect(compose.volumes, name).to.have.property(source)
        }
        for (const needed of Array.isArray(needs) ? needs : Object.keys(needs)) {
          expect(compose.services, name).to.have.property(needed)
          const hasHealth = compose.services[needed]?.image.startsWith('signalbox:') ?? false
          if (!Array.isArray(needs) && !hasHealth)
            expect(compose.services[needed], needed).to.have.property('healthcheck')
        }
      }
    })

    it('publishes ports on the loopback address only', () => {
      const ports = Object.values(compose.services).flatMap((service) => service.ports ?? [])
      expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).to.deep.equal([])
    })
  })
}

describe('deploy/compose.yaml', () => {
  it('runs every role with its own program, and one control plane', async () => {
    const { services } = await readCompose('deploy/compose.yaml')
    for (const role of roles) {
      expect(services[role]?.command, role).to.deep.equal([`services/${role}/dist/main.js`])
      expect(existsSync(`services/${role}/src/main.ts`), role).to.equal(true)
    }
    expect(services['control-plane']?.deploy?.replicas).to.equal(1)
  })

  it('reads only environment variables that the example documents', async () => {
    const text = await readFile('deploy/compose.yaml', 'utf8')
    const example = await readFile('deploy/compose.env.example', 'utf8')
    const explained = [...example.matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect([...new Set(variablesIn(text))].sort()).to.deep.equal([...explained].sort())
  })

  it('sets everything the proxy needs', async () => {
    const { services } = await readCompose('deploy/compose.yaml')
    const template = await readFile('deploy/nginx/signalbox.conf.template', 'utf8')
    const given = Object.keys(services['proxy']?.environment ?? {})
    expect([...new Set(variablesIn(template))].sort()).to.deep.equal(given.sort())
  })
})

describe('deploy/Dockerfile', () => {
  it('copies what its build creates, and starts an existing program', async () => {
    const text = await readFile('deploy/Dockerfile', 'utf8')
    const copied = [...text.matchAll(/^COPY --from=build \/src\/(\S+)/gm)].map(([, path]) => path)
    expect(copied).to.deep.equal(['dist/package'])
    expect(text).to.include('RUN make package').and.to.include('--prefix dist/package')
    const [, program = ''] = /^CMD \["(\S+)"\]/m.exec(text) ?? []
    expect(existsSync(program.replace('/dist/', '/src/').replace(/\.js$/, '.ts'))).to.equal(true)
  })

  it('includes everything the build needs from folders that are otherwise ignored', async () => {
    const ignored = (await readFile('.dockerignore', 'utf8')).split('\n')
    expect(ignored).to.include('deploy')
    const needed = ['deploy/build', 'deploy/build-cluster-agent.ts']
    expect(ignored).to.include.members(needed.map((path) => `!${path}`))
  })

  it('uses the Node.js version that the project requires', async () => {
    const text = await readFile('deploy/Dockerfile', 'utf8')
    const versions = [...text.matchAll(/^FROM node:(\d+)\.(\d+)/gm)].map(([, major, minor]) => [
      Number(major),
      Number(minor),
    ])
    expect(versions).to.deep.equal([versions[0], versions[0]])
    const [major = 0, minor = 0] = versions[0] ?? []
    expect(major * 100 + minor).to.be.at.least(20 * 100 + 19)
  })
})

describe('deploy/systemd', () => {
  it('starts existing programs, with a stop timeout long enough for them', async () => {
    for (const unit of ['signalbox.service', 'signalbox@.service']) {
      const text = await readFile(`deploy/systemd/${unit}`, 'utf8')
      const [, program = ''] = /^ExecStart=\/usr\/bin\/node \/opt\/signalbox\/(\S+)$/m.exec(text) ?? []
      const names = program.includes('%i') ? roles : ['signalbox']
      for (const name of names) {
        const source = program.replace('%i', name).replace('/dist/', '/src/').replace(/\.js$/, '.ts')
        expect(existsSync(source), source).to.equal(true)
      }
      expect(
        findUnknown([...text.matchAll(/^Environment=(SIGNALBOX_\w+)/gm)].map(([, name = '']) => name)),
      ).to.deep.equal([])
      expect(Number(/^TimeoutStopSec=(\d+)s$/m.exec(text)?.[1])).to.be.greaterThan(10)
    }
  })
})
