import { expect } from 'chai'
import { ConfigError, defineConfig, readConfig, renderEnvExample } from '../../src/index.js'

const definition = defineConfig({
  port: { env: 'PORT', type: 'integer', minimum: 1, maximum: 65_535, default: 8_000, description: 'TCP port' },
  publicUrl: { env: 'PUBLIC_URL', type: 'url', description: 'Address' },
  level: { env: 'LEVEL', type: 'choice', choices: ['info', 'debug'], default: 'info', description: 'Least severity' },
  trust: { env: 'TRUST', type: 'boolean', default: false, description: 'Whether proxies are believed' },
  allow: { env: 'ALLOW', type: 'list', default: [], description: 'Networks' },
  key: {
    env: 'KEY',
    type: 'text',
    lengthMin: 8,
    pattern: /[\x21-\x7e]+/,
    expected: 'visible text',
    secret: true,
    description: 'A secret',
  },
})

describe('readConfig', () => {
  it('applies defaults and treats empty variables as unset', () => {
    expect(readConfig(definition, { PORT: '', LEVEL: ' ' })).to.deep.equal({
      port: 8_000,
      publicUrl: undefined,
      level: 'info',
      trust: false,
      allow: [],
      key: undefined,
    })
  })

  it('reads every type', () => {
    const env = {
      PORT: ' 9000 ',
      PUBLIC_URL: 'https://example.com:444/in/',
      LEVEL: 'debug',
      TRUST: 'Yes',
      ALLOW: '10.0.0.0/8, ,127.0.0.1/32',
      KEY: 'a-long-secret',
    }
    expect(readConfig(definition, env)).to.deep.equal({
      port: 9_000,
      publicUrl: 'https://example.com:444/in',
      level: 'debug',
      trust: true,
      allow: ['10.0.0.0/8', '127.0.0.1/32'],
      key: 'a-long-secret',
    })
  })

  it('names all invalid variables at once, and never shows a secret', () => {
    const env = { PORT: '0', PUBLIC_URL: 'ftp://x', LEVEL: 'loud', TRUST: 'maybe', KEY: 'with space' }
    expect(() => readConfig(definition, env))
      .to.throw(ConfigError)
      .with.property('faults')
      .that.deep.equals([
        'PORT must be an integer between 1 and 65535, not "0"',
        'PUBLIC_URL must be a URL such as https://signalbox.example.com, not "ftp://x"',
        'LEVEL must be one of info, debug, not "loud"',
        'TRUST must be true or false, not "maybe"',
        'KEY must be visible text',
      ])
  })

  it('lists every missing required setting with its description, among the other faults', () => {
    const needed = defineConfig({
      ...definition,
      url: { env: 'CONTROL_URL', type: 'url', required: true, description: 'Address of the control plane' },
      names: { env: 'NAMES', type: 'text', required: true, description: 'Names' },
    })
    expect(() => readConfig(needed, { PORT: '0', NAMES: ' ' }))
      .to.throw(ConfigError)
      .with.property('faults')
      .that.has.members([
        'PORT must be an integer between 1 and 65535, not "0"',
        'CONTROL_URL must be set: Address of the control plane',
        'NAMES must be set: Names',
      ])
  })

  for (const PORT of ['8e3', '0x10', '80.5', '65536', '-1', 'NaN', '1 2', '99999999999999999999']) {
    it(`rejects ${PORT} as a port`, () => {
      expect(() => readConfig(definition, { PORT })).to.throw(ConfigError)
    })
  }

  for (const PUBLIC_URL of ['example.com', 'http://u:p@example.com', 'http://example.com?x=1', 'http://', '/in']) {
    it(`rejects ${PUBLIC_URL} as an address`, () => {
      expect(() => readConfig(definition, { PUBLIC_URL })).to.throw(ConfigError)
    })
  }
})

describe('renderEnvExample', () => {
  it('shows every variable with meaning, range and default, and no defaults of secrets', () => {
    const text = renderEnvExample([{ title: 'All', definition }])
    expect(text).to.contain('## All\n\n# TCP port (1 to 65535)\n#PORT=8000\n')
    expect(text).to.contain('#KEY=\n')
    expect(text.match(/^#[A-Z_]+=/gm)).to.have.length(Object.keys(definition).length)
  })
})
