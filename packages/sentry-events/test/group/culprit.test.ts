import { expect } from 'chai'
import { grouped } from './grouped.js'

const threads = (...frames: object[]) => ({ values: [{ id: 1, current: true, stacktrace: { frames } }] })

describe('the culprit', () => {
  it('of a message is the function that logged it, not the logger, the SDK or the runtime', () => {
    const java = threads(
      { module: 'com.shop.Orders', function: 'place' },
      { module: 'ch.qos.logback.classic.Logger', function: 'error' },
      { module: 'java.lang.Thread', function: 'getStackTrace' },
    )
    expect(grouped({ platform: 'java', message: 'late', threads: java }).culprit).to.equal('com.shop.Orders in place')
    const python = threads(
      { module: 'shop.orders', function: 'place', in_app: true },
      { module: 'logging', function: 'error', filename: 'logging/__init__.py', in_app: true },
      { module: 'sentry_sdk.integrations.logging', function: 'emit', in_app: true },
    )
    expect(grouped({ platform: 'python', message: 'late', threads: python }).culprit).to.equal('shop.orders in place')
    const ruby = threads(
      { function: 'Shop::Orders#place', filename: 'app/orders.rb', in_app: true },
      { function: 'Logger#error', filename: 'logger.rb', abs_path: '/usr/lib/ruby/3.3.0/logger.rb', in_app: true },
      {
        function: 'Sentry.capture_message',
        filename: 'sentry-ruby.rb',
        abs_path: '/gems/sentry-ruby-5.1/lib/sentry-ruby.rb',
      },
    )
    expect(grouped({ platform: 'ruby', message: 'late', threads: ruby }).culprit).to.equal(
      'app/orders.rb in Shop::Orders#place',
    )
  })

  it('of a panic is the function that panicked', () => {
    const frames = [
      { function: 'shop::main', in_app: true },
      { function: 'shop::checkout', in_app: true },
      { function: 'core::panicking::panic_fmt', in_app: true, abs_path: '/rustc/5980/library/core/src/panicking.rs' },
      { function: 'rust_begin_unwind', in_app: true },
      { function: 'sentry_panic::panic_handler', in_app: true },
    ]
    const exception = { values: [{ type: 'panic', value: 'x', stacktrace: { frames } }] }
    expect(grouped({ platform: 'native', exception }).culprit).to.equal('shop::checkout')
  })

  it('of a Go panic is not the deferred function that older SDKs send', () => {
    const frames = [
      { module: 'shop/orders', function: 'safely', in_app: true },
      { module: 'shop/orders', function: '(*Order).Total', in_app: true },
      { module: 'shop/orders', function: 'safely.func1', in_app: true },
    ]
    const exception = {
      values: [{ type: 'runtime.plainError', value: 'close of closed channel', stacktrace: { frames } }],
    }
    const sdk = { name: 'sentry.go', version: '0.31.1' }
    expect(grouped({ platform: 'go', level: 'fatal', sdk, exception }).culprit).to.equal(
      'shop/orders in (*Order).Total',
    )
  })

  it('is not code without a file, which Python SDKs mark in-app', () => {
    const frames = [
      { module: 'shop.settings', function: 'region', filename: 'shop/settings.py', in_app: true },
      { module: 'os', function: '__getitem__', filename: '<frozen os>', abs_path: '/srv/<frozen os>', in_app: true },
    ]
    const exception = { values: [{ type: 'KeyError', value: "'SHOP_REGION'", stacktrace: { frames } }] }
    expect(grouped({ platform: 'python', exception }).culprit).to.equal('shop.settings in region')
  })

  it('is unknown if only SDK frames are left', () => {
    const frames = [{ function: 'capture', filename: '/srv/node_modules/@sentry/node/index.js', in_app: false }]
    const exception = { values: [{ type: 'Error', value: 'x', stacktrace: { frames } }] }
    expect(grouped({ platform: 'node', exception }).culprit).to.equal('')
  })
})
