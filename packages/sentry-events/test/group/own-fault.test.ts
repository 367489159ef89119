import { expect } from 'chai'
import { explained, grouped } from './grouped.js'
import { errorEvent, type Exception, type Frame } from './pairs/pair.js'

interface Crash extends Exception {
  platform: string
  /** The function that failed. */
  crash: Frame
  /** What it called, newest last. */
  above?: Frame[]
}

const payload = ({ platform, crash, above = [], ...exception }: Crash, caller: string) => {
  const called: Frame = { in_app: true, module: 'shop.jobs', filename: 'jobs.src', function: caller }
  return errorEvent(platform, {
    type: 'PriceError',
    ...exception,
    frames: [called, { in_app: true, ...crash }, ...above],
  })
}
const areOne = (crash: Crash) =>
  grouped(payload(crash, 'nightlyImport')).fingerprint === grouped(payload(crash, 'submitForm')).fingerprint

const python = (line: string, more: Partial<Frame> = {}): Pick<Crash, 'platform' | 'crash'> => ({
  platform: 'python',
  crash: { module: 'shop.price', function: 'parse', context_line: line, ...more },
})
const java = (name: string, module = 'com.shop.Prices'): Pick<Crash, 'platform' | 'crash'> => ({
  platform: 'java',
  crash: { module, function: name },
})
const library = (module: string, name: string, path = ''): Frame => ({
  module,
  function: name,
  filename: path,
  abs_path: path,
  in_app: false,
})

const lyingInCrash: [title: string, crash: Crash][] = [
  ['the code raised it in words of its own', python('raise PriceError(f"price {text} is no number")')],
  ['the language raised it', { ...java('parse'), above: [library('java.lang.Integer', 'parseInt')] }],
  [
    'its standard library did',
    {
      ...python('return json.loads(text)'),
      above: [library('json.decoder', 'decode', '/usr/lib/python3.12/json/decoder.py')],
    },
  ],
  [
    'a processor did',
    { platform: 'native', crash: { function: 'shop::parse', filename: 'parse.cc' }, type: 'SIGSEGV' },
  ],
  [
    'text was given to it that is data',
    { ...python('raise PriceError(f"price {text} is no number")'), value: 'price 12,50 is no number' },
  ],
  ['the text was given to it', { ...python('raise PriceError(text)'), value: 'no rate left' }],
  [
    'words of the text were given to it',
    { ...python('raise PriceError(f"{kind} {number} is gone")'), value: 'customer 12 is gone' },
  ],
  ['a name only begins as that of an agent', java('requirementsOf')],
  [
    'it belongs to a client of one service',
    { ...java('read', 'com.shop.StockClient'), type: 'SocketTimeoutException' },
  ],
  ['that client only fetches', { ...java('fetchPrices', 'com.shop.StockClient'), type: 'SocketTimeoutException' }],
  ['a type only holds what might be outside', { ...java('tick'), type: 'ClockError' }],
]

const lyingElsewhere: [title: string, crash: Crash][] = [
  ['a service did not answer', { ...java('load'), type: 'SocketTimeoutException' }],
  ['a client of any service got no answer', { ...java('get', 'com.shop.HttpClient'), type: 'SocketTimeoutException' }],
  ['a store refused', { ...java('save'), type: 'JdbcSQLException', value: 'Unique index violated' }],
  ['a server answered a state', { ...java('load'), type: 'Refused', value: 'stock answered 503' }],
  ['the system refused', { ...java('load'), type: 'Refused', value: 'EACCES: open' }],
  [
    'a package that somebody chose raised it',
    { ...java('load'), above: [library('com.fasterxml.jackson.Mapper', 'readValue')] },
  ],
  [
    'the answer to its request is unreadable',
    { ...java('getJson'), type: 'JsonParseException', above: [library('java.io.Reader', 'read')] },
  ],
  ['the function fails for others', java('requirePrice')],
  ['its class does', java('positive', 'com.shop.Preconditions')],
  [
    'it was called with too little',
    {
      platform: 'ruby',
      crash: { filename: 'price.rb', function: 'parse', context_line: 'def parse(text) = text' },
      value: 'wrong number of arguments (given 0, expected 1)',
    },
  ],
  [
    'its place is only a name',
    { platform: 'javascript', crash: { function: 'render', abs_path: 'https://x.test/a.js' } },
  ],
]

describe('the caller of a failing function', () => {
  for (const [title, crash] of lyingInCrash) {
    it(`does not count if ${title}`, () => {
      expect(areOne(crash)).to.equal(true)
    })
  }

  for (const [title, crash] of lyingElsewhere) {
    it(`counts if ${title}`, () => {
      expect(areOne(crash)).to.equal(false)
    })
  }

  it('counts without its own callers', () => {
    const further = (name: string): Frame => ({
      in_app: true,
      module: 'shop.entry',
      filename: 'entry.src',
      function: name,
    })
    const behind = (name: string) => {
      const frames = [further(name), further('place'), { in_app: true, ...java('load').crash }]
      return grouped(errorEvent('java', { type: 'SocketTimeoutException', frames })).fingerprint
    }
    expect(behind('nightlyImport')).to.equal(behind('submitForm'))
  })

  it('counts behind the ways into a client of any service', () => {
    const called = (name: string, caller: string) => {
      const frames = [
        { in_app: true, module: 'shop.core.Stock', function: caller },
        ...['get', name].map((one) => ({ in_app: true, module: 'shop.net.Partner', function: one })),
      ]
      return grouped(errorEvent('java', { type: 'SocketTimeoutException', frames })).fingerprint
    }
    expect(called('exchange', 'count')).to.not.equal(called('exchange', 'order'))
    expect(called('check', 'count')).to.not.equal(called('check', 'order'))
  })

  it('counts if its function only runs something, but its class does one thing', () => {
    const run = (platform: string, caller: Frame) => {
      const helper = { in_app: true, module: 'shop.net.Api', function: 'get' }
      const frames = [{ in_app: true, module: 'shop.entry', function: 'main' }, { in_app: true, ...caller }, helper]
      return grouped(errorEvent(platform, { type: 'SocketTimeoutException', frames })).fingerprint
    }
    const worker = (name: string) =>
      run('csharp', { module: name, function: 'async Task ExecuteAsync(CancellationToken ct)' })
    expect(worker('Shop.Workers.LabResultsWorker')).to.not.equal(worker('Shop.Workers.ReminderWorker'))
    expect(worker('Shop.Net.RetryPolicy')).to.equal(worker('Shop.Net.JobExecutor'))
    const php = (name: string) => run('php', { function: `${name}::handle` })
    expect(php('App\\Jobs\\SyncStock')).to.not.equal(php('App\\Jobs\\QuoteCourier'))
    expect(php('App\\Http\\TenantMiddleware')).to.equal(php('App\\Http\\LocaleMiddleware'))
  })

  it('counts with what its line asks a helper for, unless its name says so', () => {
    const asked = (path: string, name = 'forecast') => {
      const frames: Frame[] = [
        { in_app: true, module: 'market', function: name, context_line: `return net.get(f"${path}/{zone}")` },
        { in_app: true, module: 'net', function: 'get', context_line: 'return requests.get(url)' },
      ]
      return grouped(errorEvent('python', { type: 'ReadTimeout', frames })).fingerprint
    }
    expect(asked('/wind/rows')).to.not.equal(asked('/hydro/rows'))
    expect(asked('{base}/api/v1/wind')).to.equal(asked('/wind/rows'))
    expect(asked('/forecasts')).to.equal(asked('{path}'))
  })

  it('counts if a file of a client got an answer that it cannot read', () => {
    const asked = (caller: string, file: string) => {
      const frames: Frame[] = [
        { in_app: true, filename: 'lib/channels.rb', function: caller },
        { in_app: true, filename: file, function: 'json' },
        {
          in_app: false,
          filename: 'json/common.rb',
          abs_path: '/usr/lib/ruby/3.1.0/json/common.rb',
          function: 'parse',
        },
      ]
      const value = "859: unexpected token at '<html>'"
      return grouped(errorEvent('ruby', { type: 'JSON::ParserError', value, frames })).fingerprint
    }
    expect(asked('inbox', 'lib/client.rb')).to.not.equal(asked('history', 'lib/client.rb'))
    expect(asked('inbox', 'lib/params.rb')).to.equal(asked('history', 'lib/params.rb'))
  })

  it('is marked as such in the explanation', () => {
    const why = explained(payload(java('parse'), 'submitForm')).frames.map((frame) => frame.why)
    expect(why).to.deep.equal(['caller', undefined])
  })
})
