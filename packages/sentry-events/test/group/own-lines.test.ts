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

  it('of a named function adds nothing to what the error says', () => {
    const divided = (line: string) =>
      fault('ruby', { type: 'ZeroDivisionError', value: 'divided by 0', frames: [ruby('share', line)] })
    expect(divided('total / guests')).to.equal(divided('(total / guests.to_f).round'))
    const failed = (value: string, line: string, type = 'ArgumentError') =>
      fault('ruby', { type, value, frames: [ruby('import', line)] })
    const line = "[Integer(row['amount']), Time.iso8601(row['day'])]"
    expect(failed('invalid value for Integer(): "x"', line)).not.to.equal(failed('invalid xmlschema format: "x"', line))
    expect(failed('comparison of Integer with String failed', 'rows.sort')).to.equal(
      failed('comparison of Integer with nil failed', 'rows.compact.sort'),
    )
    expect(failed("undefined method 'upcase' for nil", 'row[:label].upcase', 'NoMethodError')).not.to.equal(
      failed("undefined method 'strip' for nil", 'row[:label].strip', 'NoMethodError'),
    )
  })

  it('tells names in a text from data: it spells the names', () => {
    const missing = (key: string, line: string) =>
      fault('python', {
        type: 'KeyError',
        value: `'${key}'`,
        frames: [{ in_app: true, module: 'shop', function: 'label', context_line: line }],
      })
    expect(missing('city', 'row["city"]')).not.to.equal(missing('zip', 'row["zip"]'))
    expect(missing('city', 'row["city"]')).to.equal(missing('city', 'print(row["city"].title())'))
    expect(missing('tea', 'prices[sku]')).to.equal(missing('jam', 'prices[sku]'))
  })

  it('tells words that it raises from those it was given', () => {
    const refused = (value: string, line: string) =>
      fault('python', {
        type: 'OrderError',
        value,
        frames: [{ in_app: true, module: 'shop', function: 'ship', context_line: line }],
      })
    const paid = refused('order 7 of ann is not paid', 'raise OrderError(f"order {self.id} of {name} is not paid")')
    expect(
      refused('order 8 of bob is not paid', 'if not paid: raise OrderError(f"order {id} of {by} is not paid")'),
    ).to.equal(paid)
    expect(refused('order 7 of ann is gone', 'raise OrderError(f"order {self.id} of {name} is gone")')).not.to.equal(
      paid,
    )
  })

  it('of a closure counts only with what the error names', () => {
    const failed = (line: string, column: number) =>
      fault('node', {
        type: 'TypeError',
        value: "Cannot read properties of undefined (reading 'start')",
        frames: [
          { in_app: true, module: 'rota', filename: '/srv/rota.js', function: '?', context_line: line, colno: column },
        ],
      })
    const start = failed('return all.map((one) => one.shift.start.slice(0, 5));', 33)
    expect(failed('return all.filter(Boolean).map((each) => each.shift.start.trim());', 51)).to.equal(start)
    expect(failed('return all.map((one) => one.pause.start.slice(0, 5));', 33)).not.to.equal(start)
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
    expect(late('ExecuteAsync', 'OnceAsync', 'GetAsync')).to.equal(late('RunJob', 'GetAsync'))
    expect(late('RunImport', 'GetAsync')).not.to.equal(late('RunExport', 'GetAsync'))
  })
})

describe('a caller', () => {
  const queried = (type: string, value: string, ...callers: string[]) =>
    fault('python', {
      type,
      value,
      frames: [
        ...[...callers, 'find'].map((name): Frame => ({ in_app: true, module: 'flights', function: name })),
        { in_app: false, module: 'django.db.models.query', filename: 'django/db/models/query.py', function: 'get' },
      ],
    })

  it('adds nothing if the text names what was sought or which constraint broke', () => {
    const missing = 'Flight matching query does not exist.'
    expect(queried('Flight.DoesNotExist', missing, 'detail')).to.equal(queried('Flight.DoesNotExist', missing))
    const broken = 'UNIQUE constraint failed: seats.number'
    expect(queried('IntegrityError', broken, 'book')).to.equal(queried('IntegrityError', broken, 'log_failed_booking'))
    expect(queried('IntegrityError', broken)).not.to.equal(
      queried('IntegrityError', 'UNIQUE constraint failed: crews.name'),
    )
    expect(queried('OperationalError', 'database is locked', 'book')).not.to.equal(
      queried('OperationalError', 'database is locked', 'cancel'),
    )
  })

  it('that only passed on its arguments to a package that failed does not count', () => {
    const unknown = (value: string, ...wrappers: string[]) =>
      fault('python', {
        type: 'CommandError',
        value,
        frames: [
          ...wrappers.map((name): Frame => ({
            in_app: true,
            module: 'jobs',
            function: name,
            context_line: 'return function(*args)',
          })),
          {
            in_app: false,
            module: 'django.core.management',
            filename: 'django/core/management/__init__.py',
            abs_path: '/venv/lib/python3.12/site-packages/django/core/management/__init__.py',
            function: 'call_command',
          },
        ],
      })
    expect(unknown("Unknown command: 'imprt'", 'task')).to.equal(unknown("Unknown command: 'exprt'", 'task', 'timed'))
    expect(unknown("Unknown command: 'imprt'", 'task')).not.to.equal(unknown("Invalid argument: 'imprt'", 'task'))
  })
})

describe('a caller of a function that asked something outside', () => {
  const refused = (name: string, caller: string) =>
    fault('csharp', {
      type: 'System.Net.Http.HttpRequestException',
      value: 'Connection refused',
      frames: [caller, name].map((one): Frame => ({ in_app: true, module: 'Shop.Lab', function: one })),
    })

  it('counts only if the function gets whatever it is told to', () => {
    expect(refused('ResultAsync', 'Show')).to.equal(refused('ResultAsync', 'Recall'))
    expect(refused('GetJsonAsync', 'Show')).not.to.equal(refused('GetJsonAsync', 'Recall'))
  })

  it('does not count if the error says what failed, in words of its line or in those it was given', () => {
    const failed = (line: string, caller: string, value = 'transfers of account acme could not be imported') =>
      fault('python', {
        type: 'BankError',
        value,
        frames: [caller, 'book'].map((name): Frame => ({
          in_app: true,
          module: 'bank',
          function: name,
          context_line: line,
        })),
      })
    const whole = 'raise BankError(f"transfers of account {name} could not be imported")'
    expect(failed(whole, 'nightly')).to.equal(failed(whole, 'upload'))
    const given = 'raise BankError(f"{what} could {how}")'
    expect(failed(given, 'nightly')).to.equal(failed(given, 'upload'))
    expect(failed(given, 'nightly')).not.to.equal(failed(given, 'nightly', 'receipts could not be printed'))
  })
})

describe('a chain of errors', () => {
  const native = (...values: string[]) => {
    const frames = [{ in_app: true, filename: 'brewery.rs', function: 'brewery::office::order' }]
    return grouped({
      platform: 'native',
      sdk: { name: 'sentry.rust', version: '0.46.2' },
      exception: {
        values: values.map((value, index) => ({
          type: 'Error',
          value,
          ...(index === values.length - 1 ? { stacktrace: { frames } } : {}),
        })),
      },
    }).fingerprint
  }

  it('is identified by the innermost one and its nearest wrapper', () => {
    const one = native('disk full', 'store order')
    expect(native('disk full', 'store order', 'nightly orders')).to.equal(one)
    expect(native('disk full', 'store order', 'import orders', 'nightly orders')).to.equal(one)
    expect(native('disk full', 'load order', 'nightly orders')).not.to.equal(one)
    expect(native('disk full')).not.to.equal(one)
  })
})

describe("an error of Node's that wraps one without frames of the application", () => {
  it('counts with the function that raised it', () => {
    const cause = { type: 'Error', value: 'connect ECONNREFUSED 10.20.0.14:8443' }
    const wrapped = (name: string) => {
      const line = "throw new DeviceError('device did not start', { cause })"
      const frame = { in_app: true, module: 'devices', filename: 'devices.js', function: name, context_line: line }
      const wrapper = { type: 'DeviceError', value: 'device did not start', frames: [frame] }
      return grouped(errorEvent('node', cause, wrapper)).fingerprint
    }
    expect(wrapped('startScan')).not.to.equal(wrapped('startMill'))
    expect(wrapped('startScan')).to.equal(wrapped('startScan'))
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

  it('does not depend on who reported it', () => {
    const one = reported('load catalog: connection refused', 'nightly', 'report')
    expect(reported('load catalog: connection refused', 'routes.func2')).to.equal(one)
    expect(reported('load catalog: "tea": connection refused', 'routes.func2')).to.equal(
      reported('load catalog: "jam": connection refused', 'nightly', 'report'),
    )
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
