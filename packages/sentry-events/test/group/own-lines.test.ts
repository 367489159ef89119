import { expect } from 'chai'
import { grouped } from './grouped.js'
import { errorEvent, type Exception, type Frame } from './pairs/pair.js'

const fault = (platform: string, exception: Exception) => grouped(errorEvent(platform, exception)).fingerprint
const ruby = (name: string, line: string): Frame => ({
  in_app: true,
  filename: 'lib/stock.rb',
  function: name,
  context_line: line,
})
const socket: Frame = { in_app: false, abs_path: '/usr/lib/ruby/3.1.0/socket.rb', function: 'initialize' }

describe('the source line', () => {
  const refused = (callersLine: string, line: string, name = 'load') =>
    fault('ruby', {
      type: 'Errno::ECONNREFUSED',
      value: 'Connection refused',
      frames: [ruby('prices', callersLine), ruby(name, line), socket],
    })

  it('of a caller adds nothing to its name', () => {
    expect(refused('load(port)', 'connect(port)')).to.equal(refused('load(port, timeout: 3)', 'connect(port)'))
  })

  it('that got an answer from outside adds nothing to the name of the function', () => {
    expect(refused('load(port)', 'connect(port)')).to.equal(refused('load(port)', 'connect(port, timeout: 3)'))
    expect(refused('load(port)', 'connect(port)')).not.to.equal(refused('load(port)', 'connect(port)', 'save'))
  })

  it('of a fault in the function itself counts', () => {
    const divided = (line: string) =>
      fault('ruby', { type: 'ZeroDivisionError', value: 'divided by 0', frames: [ruby('share', line)] })
    expect(divided('total / guests')).not.to.equal(divided('total / tables'))
  })

  it('stands for the name of a function that has none', () => {
    const called = (line: string) =>
      fault('python', {
        type: 'TimeoutError',
        value: 'timed out',
        frames: [
          { in_app: true, module: 'stock', function: '<lambda>', context_line: line },
          { in_app: false, module: 'socket', filename: '/usr/lib/python3.11/socket.py', function: 'connect' },
        ],
      })
    expect(called('load = lambda port: connect(port)')).not.to.equal(called('save = lambda port: send(port)'))
  })
})

describe('a caller that runs whatever it is given', () => {
  const frame = (name: string): Frame => ({ in_app: true, module: 'Shop.Jobs', function: name })
  const late = (...names: string[]) =>
    fault('csharp', { type: 'System.TimeoutException', value: 'timed out', frames: names.map(frame) })

  it('does not count if something outside failed', () => {
    expect(late('ExecuteAsync', 'OnceAsync', 'ScoreAsync')).to.equal(late('RunJob', 'ScoreAsync'))
    expect(late('RunImport', 'ScoreAsync')).not.to.equal(late('RunExport', 'ScoreAsync'))
  })
})

describe('a wrapped Go error', () => {
  const reported = (value: string, ...names: string[]) =>
    fault('go', {
      type: '*fmt.wrapError',
      value,
      frames: names.map((name) => ({ in_app: true, module: 'example.com/shop', function: name })),
    })

  it('does not depend on who handed it to the function that reports errors', () => {
    const one = reported('load catalog: connection refused', 'Call.adapt.func1', 'Fail')
    expect(reported('load catalog: connection refused', 'limited.func1', 'adapt.func1', 'Fail')).to.equal(one)
    expect(reported('load prices: connection refused', 'Call.adapt.func1', 'Fail')).not.to.equal(one)
  })
})

describe('an error that only sounds as if something outside failed', () => {
  it('is the function alone if Rust reached unreachable code', () => {
    const panic = (caller: string) =>
      fault('native', {
        type: 'panic',
        value: 'internal error: entered unreachable code: mode 7 does not exist',
        frames: [caller, 'uplink::orbit::mode'].map((name) => ({ in_app: true, function: name, filename: 'orbit.rs' })),
      })
    expect(panic('uplink::plan::check')).to.equal(panic('uplink::replay::start'))
  })
})

describe('a failed fetch', () => {
  const failed = (caller: string) =>
    fault('node', {
      type: 'TypeError',
      value: 'fetch failed',
      frames: [
        ...[caller, 'get'].map((name): Frame => ({
          in_app: true,
          module: 'grid',
          filename: '/srv/grid.js',
          function: name,
        })),
        {
          in_app: false,
          module: 'node:internal/deps/undici/undici',
          filename: 'node:internal/deps/undici/undici',
          function: 'fetch',
        },
      ],
    })

  it('comes from outside, so its caller counts', () => {
    expect(failed('loadSites')).not.to.equal(failed('loadPrices'))
  })
})
