import { expect } from 'chai'
import { grouped } from './grouped.js'
import { errorEvent, type Exception, type Frame } from './pairs/pair.js'

const fault = (platform: string, exception: Exception, ...frames: Frame[]) =>
  grouped(errorEvent(platform, { ...exception, frames })).fingerprint

const statement: Frame = { module: 'bank.Client', function: 'statement', filename: 'Client.java', in_app: true }

describe('something outside that does not answer', () => {
  const call = (value: string) => fault('java', { type: 'ResourceAccessException', value }, statement)

  it('is another fault if it refuses than if it is slow', () => {
    expect(call('I/O error: Connection refused')).not.to.equal(call('I/O error: Read timed out'))
    expect(call('I/O error: Read timed out')).not.to.equal(call('I/O error: Connection reset'))
  })

  it('is the same fault wherever time ran out', () => {
    expect(call('I/O error: connect timed out')).to.equal(call('I/O error: Read timed out'))
  })
})

describe('an error of a package below which the application only begins', () => {
  const worker: Frame = {
    function: 'Illuminate\\Queue\\Worker::process',
    filename: '/vendor/laravel/Worker.php',
    in_app: false,
  }
  const attempted = (job: string) =>
    fault(
      'php',
      { type: 'MaxAttemptsExceededException', value: `App\\Jobs\\${job} has been attempted too many times.` },
      { filename: '/artisan', in_app: true },
      worker,
    )

  it('is identified by its text', () => {
    expect(attempted('SendInvoice')).to.equal(attempted('SendInvoice'))
    expect(attempted('SendInvoice')).not.to.equal(attempted('PublishCar'))
  })
})

describe('what an application says when it raises an error', () => {
  const rejected = (value: string) => fault('java', { type: 'LessonRejected', module: 'school', value }, statement)

  it('tells faults of one type and function apart, also where SDKs send no lines', () => {
    expect(rejected('lesson l-8841 of 400 minutes is too long')).to.equal(rejected('lesson 7 of 1 minute is too long'))
    expect(rejected('lesson l-8841 of 400 minutes is too long')).not.to.equal(
      rejected('lesson l-8841 on 2024-12-31 is in the past'),
    )
  })
})

describe('a precondition that raises the text it was given', () => {
  const unmet = (value: string, module: string) => {
    const condition: Frame = { module, function: 'requireNonNull', in_app: false }
    return fault('java', { type: 'NullPointerException', module: 'java.lang', value }, statement, condition)
  }
  const [url, key] = ['ledger url must be configured', 'signing key must be configured']

  it('tells faults of one function apart if the application called it', () => {
    for (const module of [
      'java.util.Objects',
      'com.google.common.base.Preconditions',
      'org.springframework.util.Assert',
    ]) {
      expect(unmet(url, module)).not.to.equal(unmet(key, module))
      expect(unmet('account 7 must be open', module)).to.equal(unmet('account 12 must be open', module))
    }
  })

  it('says nothing if a library called it, or if it is a method that only has a similar name', () => {
    const library: Frame = { module: 'org.acme.Reader', function: 'read', in_app: false }
    const called = (value: string) =>
      fault('java', { type: 'NullPointerException', module: 'java.lang', value }, statement, library, {
        module: 'java.util.Objects',
        function: 'requireNonNull',
        in_app: false,
      })
    expect(called(url)).to.equal(called(key))
    expect(unmet(url, 'java.util.ArrayList')).to.equal(unmet(key, 'java.util.ArrayList'))
  })
})

describe('arithmetic that the JVM rejects', () => {
  const divide = (value: string) =>
    fault('java', { type: 'ArithmeticException', module: 'java.lang', value }, statement)

  it('is told apart by what went wrong', () => {
    expect(divide('/ by zero')).not.to.equal(divide('Non-terminating decimal expansion'))
  })
})

describe('an error that a library copied where the application called it', () => {
  const refused = { type: 'Error', value: 'connect ECONNREFUSED 10.0.0.7:81' }
  const publish = { module: 'jobs', function: 'publish', filename: '/srv/jobs.js', in_app: true }
  const socket = { function: 'afterConnect', filename: 'node:net', in_app: false }
  const chain = (...values: [typeof refused, Frame[]][]) =>
    grouped({
      platform: 'node',
      exception: { values: values.map(([error, frames]) => ({ ...error, stacktrace: { frames } })) },
    }).fingerprint

  it('is identified by the place of the call', () => {
    expect(chain([refused, [socket]], [refused, [publish, socket]])).to.equal(chain([refused, [publish, socket]]))
  })
})

describe('a minified event handler', () => {
  const handler = (name: string, value: string) =>
    fault(
      'javascript',
      { type: 'TypeError', value },
      {
        function: name,
        filename: 'https://shop.example.com/assets/index-3fd92b.js',
        abs_path: 'https://shop.example.com/assets/index-3fd92b.js',
        lineno: 23,
        colno: 28_806,
        in_app: true,
      },
    )
  const missing = (name: string) => `Cannot read properties of undefined (reading '${name}')`

  it('is not identified by the property that holds it', () => {
    expect(handler('onClick', missing('done'))).to.equal(handler('Wc', missing('done')))
    expect(handler('onClick', missing('done'))).not.to.equal(handler('onClick', missing('share')))
  })
})

describe('Rust functions named without their crate', () => {
  const at = (name: string, file: string, flag?: boolean): Frame => ({
    function: name,
    filename: file,
    abs_path: `/build/shop/src/${file}`,
    ...(flag === undefined ? {} : { in_app: flag }),
  })
  const panic = (...frames: Frame[]) => fault('native', { type: 'panic', value: 'no price' }, ...frames)

  it('are in-app if a marked function of the same crate is', () => {
    const marked = panic(at('shop::main', 'main.rs', true), at('shop::price::find', 'price.rs', true))
    expect(panic(at('shop::main', 'main.rs', true), at('find', 'price.rs'))).to.equal(marked)
  })

  it('have no name of their own if they are closures of the entry point', () => {
    const named = panic(at('shop::main::{{closure}}::{{closure}}', 'main.rs', true))
    expect(panic(at('{closure#0}', 'main.rs', true))).to.equal(named)
  })
})

describe('a request of Node that got no answer', () => {
  const failed = (reason: string) =>
    grouped({
      platform: 'node',
      exception: {
        values: [
          { type: 'Error', value: reason },
          {
            type: 'TypeError',
            value: 'fetch failed',
            stacktrace: { frames: [{ function: 'load', module: 'rates', in_app: true }] },
          },
        ],
      },
    }).fingerprint

  it('is identified by the reason, which only the cause names', () => {
    const refused = failed('connect ECONNREFUSED 127.0.0.1:4')
    expect(failed('connect ECONNREFUSED ::1:9')).to.equal(refused)
    expect(failed('getaddrinfo ENOTFOUND rates.example.org')).not.to.equal(refused)
  })
})

describe('a missing property in a browser', () => {
  const missing = (value: string) =>
    fault(
      'javascript',
      { type: 'TypeError', value },
      {
        function: 'total',
        filename: 'https://shop.example.com/assets/index.js',
        lineno: 1,
        colno: 9_121,
        in_app: true,
      },
    )

  it('is named, whichever engine words it', () => {
    const lines = missing("Cannot read properties of undefined (reading 'lines')")
    expect(missing('can\'t access property "lines", e.cart is undefined')).to.equal(lines)
    expect(missing("undefined is not an object (evaluating 'e.cart.lines')")).to.equal(lines)
    expect(missing("Cannot read properties of undefined (reading 'rates')")).not.to.equal(lines)
  })
})
