import { different, errorEvent, same, type Pair, type Payload } from './pair.js'

const message = (text: string): Payload => ({ message: text })

/** Messages that differ in their data or in their cause, labeled as an on-call engineer would before the rules ran. */
export const onCallMessagePairs: Pair[] = [
  ...same(
    'on call: messages with one cause',
    ['numbers in two locales', message('total 1.204,50 EUR differs'), message('total 98.20 EUR differs')],
    [
      'a state in a JSON payload',
      message('refused {"order": 7, "state": "late", "tries": null}'),
      message('refused {"order": 9, "state": "paid", "tries": 2}'),
    ],
    ['hosts, addresses and ports', message('lost 10.1.2.3:9092'), message('lost kafka-1.internal:9093')],
    ['lists of ids', message('orders 1, 2, 3 are stuck'), message('orders 9, 4 are stuck')],
    ['durations in different units', message('queue is 90 s behind'), message('queue is 2h5m behind')],
    [
      'Ruby: an undefined method, as worded by two versions, without a stack',
      errorEvent('ruby', { type: 'NoMethodError', value: "undefined method `name' for nil:NilClass" }),
      errorEvent('ruby', { type: 'NoMethodError', value: "undefined method 'name' for nil" }),
    ],
    [
      'a message template and a formatted message',
      { logentry: { message: 'order %s is stuck', params: ['7'], formatted: 'order 7 is stuck' } },
      message('order 9 is stuck'),
    ],
  ),
  ...different(
    'on call: messages with two causes',
    ['two states of an order', message('order 7 is late'), message('order 7 is paid twice')],
    ['two tables', message("cannot write 'a' to orders"), message("cannot write 'a' to users")],
    ['two events in JSON', message('refused {"order": 7}'), message('refused {"user": 7}')],
    ['two exit codes', message('import ended with exit code 1'), message('import ended with exit code 137')],
  ),
]
