# Raises known things with sentry-ruby and prints what it raised as one line of JSON.
require 'json'
require 'sentry-ruby'

class CardDeclined < StandardError; end
class StockLost < StandardError; end

ids = {}
note_id = lambda do |event, hint|
  ids[hint[:exception]&.message || event.message] = event.event_id
  event
end

def ask_bank
  raise IOError, 'connection refused'
end

def charge_card(order)
  ask_bank
rescue IOError
  raise CardDeclined, "card declined for order #{order}"
end

def count_stock
  raise StockLost, 'no stock at shelf 12'
end

def check_out(order)
  charge_card(order)
rescue CardDeclined => e
  Sentry.capture_exception(e)
end

Sentry.init do |config|
  config.dsn = ENV.fetch('SENTRY_DSN')
  config.release = 'shop@1.4.0'
  config.environment = 'staging'
  config.server_name = 'shop'
  config.traces_sample_rate = 1.0
  config.project_root = __dir__
  config.app_dirs_pattern = /shop\.rb/
  config.background_worker_threads = 0
  config.before_send = note_id
  config.logger = Logger.new($stderr)
end
Sentry.set_tags(region: 'eu-west')
Sentry.set_user(id: 'u-17', email: 'ada@example.com')
['opened the cart', 'went to pay'].each do |message|
  Sentry.add_breadcrumb(Sentry::Breadcrumb.new(category: 'cart', message: message))
end

transaction = Sentry::Transaction.from_sentry_trace(ENV.fetch('SENTRY_TRACE'), op: 'http.server', name: 'POST /checkout')
Sentry.start_transaction(transaction: transaction)
transaction.with_child_span(op: 'db', description: 'SELECT orders') { sleep 0.01 }
transaction.with_child_span(op: 'payment', description: 'charge card') do |span|
  Sentry.with_scope do |scope|
    scope.set_span(span)
    [1, 2].each { |order| check_out(order) }
  end
end
outgoing = transaction.to_sentry_trace
transaction.finish
Sentry.capture_message('disk almost full', level: :warning)
begin
  count_stock
rescue StockLost => e
  Sentry.capture_exception(e)
end
chain = %w[CardDeclined IOError]
error = lambda do |value, classes, function|
  # This version says nothing of who caught an exception.
  { id: ids.fetch(value), type: classes[0], value: value, chain: classes, in: function, handled: nil }
end
puts JSON.generate(
  sdk: 'sentry.ruby',
  errors: [
    error.call('card declined for order 1', chain, 'charge_card'),
    error.call('card declined for order 2', chain, 'charge_card'),
    error.call('no stock at shelf 12', ['StockLost'], 'count_stock')
  ],
  breadcrumbs: 2,
  message: { id: ids.fetch('disk almost full'), text: 'disk almost full' },
  transaction: { trace_id: transaction.trace_id, span_id: transaction.span_id,
                 parent_span_id: transaction.parent_span_id, children: ['SELECT orders', 'charge card'] },
  outgoing: outgoing
)
