import { createRandom, type Random } from '../../../../test/support/random.js'

/** A log line and the template that wrote it. */
export interface LabelledLine {
  service: string
  level: 'info' | 'warn' | 'error'
  body: string
  template: string
}

/** Lines of ten kinds of software; later templates are rarer. */
export function createLogCorpus(seed: number): LabelledLine[] {
  const random = createRandom(seed)
  return Object.entries(templates).flatMap(([service, byLevel]) =>
    Object.entries(byLevel).flatMap(([level, written]) =>
      written.flatMap((template, index) =>
        Array.from({ length: Math.ceil(linesMost / (index + 1)) }, () => ({
          service,
          level: level as LabelledLine['level'],
          body: fill(template, random),
          template: `${service} ${level} ${template}`,
        })),
      ),
    ),
  )
}

const linesMost = 24

function fill(template: string, random: Random): string {
  return template.replace(/\{(\w+)\}/g, (_, slot: string) => slots[slot]?.(random) ?? slot)
}

const people = ['mara', 'jonas', 'priya', 'tomas', 'aiko', 'lena', 'omar', 'wanjiru', 'sofia', 'dmitri'] as const
const hosts = ['alder', 'birch', 'cedar', 'hazel', 'larch', 'maple', 'rowan', 'spruce'] as const
const states = ['pending', 'running', 'draining', 'stopped', 'failed'] as const
const topics = ['orders', 'invoices', 'shipments', 'refunds', 'audit-trail', 'page-views'] as const
const images = ['registry/web', 'registry/worker', 'registry/mailer', 'registry/search'] as const
const fruits = ['apple', 'quince', 'medlar', 'sloe', 'damson', 'cherry'] as const
const causes = ['timeout', 'unreachable', 'overloaded', 'misconfigured'] as const

const slots: Readonly<Record<string, (random: Random) => string>> = {
  person: (random) => random.pick(people),
  host: (random) => `${random.pick(hosts)}.internal`,
  node: (random) => random.pick(hosts),
  state: (random) => random.pick(states),
  topic: (random) => random.pick(topics),
  image: (random) => `${random.pick(images)}:${random.integer(1, 9)}.${random.integer(0, 30)}`,
  product: (random) => random.pick(fruits),
  cause: (random) => random.pick(causes),
  n: (random) => String(random.integer(1, 90_000)),
  ms: (random) => `${random.integer(1, 4_000)}ms`,
  seconds: (random) => (random.next() * 40).toFixed(2),
  percent: (random) => `${random.integer(1, 99)}%`,
  ip: (random) => `10.${random.integer(0, 255)}.${random.integer(0, 255)}.${random.integer(1, 254)}`,
  port: (random) => String(random.integer(1_024, 65_535)),
  hex: (random) => random.hex(16),
  pod: (random) => `${random.pick(fruits)}-${random.hex(8)}-${random.hex(4)}`,
  mail: (random) => `${random.pick(people)}@example.org`,
  path: (random) => `/srv/${random.pick(fruits)}/${random.pick(topics)}/${random.integer(1, 999)}.dat`,
  url: (random) => `/shop/${random.pick(topics)}/${random.integer(1, 99_999)}`,
  method: (random) => random.pick(['GET', 'PUT', 'POST', 'DELETE']),
  labels: (random) => Array.from({ length: random.integer(1, 4) }, () => random.pick(fruits)).join(' '),
  table: (random) => random.pick(['customer', 'basket', 'stock_level', 'price', 'voucher']),
}

/** Written for this purpose, in the style of each kind of program. */
const templates: Readonly<Record<string, Readonly<Partial<Record<LabelledLine['level'], readonly string[]>>>>> = {
  'web server': {
    info: [
      '{ip} "{method} {url} HTTP/1.1" {n} {n} {seconds}',
      'worker process {n} is ready to take connections on {ip}:{port}',
      'reloaded the virtual host of {host} without closing connections',
      'rotated the access log to {path}',
      '{person} signed in to the status page from {ip}',
      'listening on {host}',
    ],
    warn: [
      'upstream {host} took {ms} to answer, marking it as slow',
      'request body of client {ip} is larger than the buffer, writing it to {path}',
      'certificate for {host} will expire in {n} days',
    ],
    error: ['no live upstream left while connecting to backend {host}', 'could not open {path}: permission was denied'],
  },
  database: {
    info: [
      'checkpoint finished: wrote {n} buffers in {seconds} s',
      'connection authorized: user={person} database={table} application=console',
      'automatic vacuum of table {table} removed {n} dead rows',
      'replica {node} caught up with the primary at position {hex}',
      'index of {table} was rebuilt in {seconds} s',
      'index of {table} was dropped in {seconds} s',
      'analyzed table {table}',
    ],
    warn: [
      'statement of {person} held a lock on {table} for {ms}',
      'there are only {n} connections left for ordinary users',
      'replica {node} is {n} bytes behind, throttling writes',
    ],
    error: [
      'deadlock found between process {n} and process {n} on table {table}',
      'duplicate key {n} violates the unique constraint of {table}',
      'could not extend file {path}: no space is left on the device',
    ],
  },
  'message broker': {
    info: [
      'created topic {topic} with {n} partitions',
      'consumer group {topic} is now stable with {n} members',
      'leader of partition {n} of topic {topic} moved to broker {node}',
      'deleted segment {path} because it is older than the retention time',
      'topic {topic} paused',
      'topic {topic} resumed',
    ],
    warn: [
      'producer {hex} sent a batch out of sequence to {topic}',
      'broker {node} has not fetched from {topic} for {ms}',
      'member {hex} left the group {topic} because its session ran out',
    ],
    error: ['broker {node} is {state} and cannot lead partition {n}'],
  },
  'node agent': {
    info: [
      'pulled image {image} in {seconds} s',
      'started container {product} of pod {pod}',
      'stopped container {product} of pod {pod} with code {n}',
      'volume {hex} is mounted at {path}',
      'node {node} reports {percent} of its memory in use',
      'labels of node {node} are {labels}',
    ],
    warn: [
      'readiness of pod {pod} failed: answer {n} after {ms}',
      'back off for {seconds} s before restarting container {product} of pod {pod}',
      'image filesystem is {percent} full, collecting unused images',
    ],
    error: [
      'failed to pull image {image}: registry is {cause}',
      'evicted pod {pod} because node {node} is short of memory',
    ],
  },
  'sign-in': {
    info: [
      'accepted public key of {person} from {ip} port {port}',
      'session opened for user {person} by process {n}',
      'session closed for user {person} after {n} minutes',
      'password of {person} was changed by administrator {person}',
    ],
    warn: [
      'refused password of {person} from {ip} port {port}',
      'too many attempts from address {ip}, waiting {n} seconds',
      'account of {person} is locked until the morning',
    ],
    error: ['directory server {host} is {cause}, falling back to cached accounts'],
  },
  payments: {
    info: [
      'authorized payment {hex} of {n} EUR for customer {person}',
      'captured payment {hex} after {ms}',
      'settlement file {path} was handed to bank {node}',
      'refund {hex} of {n} EUR is {state}',
      '{person} approved the payout to {person}',
      'fees: {labels}',
    ],
    warn: [
      'provider {host} answered {n}, trying again in {ms}',
      'customer {person} exceeded the limit of {n} EUR a day',
      'exchange rate of provider {node} is {n} minutes old',
    ],
    error: [
      'payment {hex} was declined: card of {person} is expired',
      'ledger is off by {n} EUR for account {person}\n    at Ledger.balance({table}.java:{n})\n    at Nightly.run(Nightly.java:{n})',
    ],
  },
  'task queue': {
    info: [
      'received task mail.welcome with id {hex}',
      'finished task with id {hex} on worker {node} in {seconds} s',
      'worker {node} said hello to the queue {topic}',
      'schedule {topic} is due in {n} seconds',
      'task {hex} took part in chain {topic} and succeeded',
      'task {hex} took part in chain {topic} and failed',
    ],
    warn: [
      'task {hex} is tried again in {n} seconds: {cause}',
      'worker {node} did not answer for {seconds} s and was given up',
    ],
    error: [
      'task {hex} raised an error that nobody handles: {cause}',
      'could not reach broker {host}: connection was {cause}, attempt {n}',
    ],
  },
  'mail server': {
    info: [
      '{hex}: from=<{mail}>, size={n}, recipients={n}',
      '{hex}: to=<{mail}>, relay={host}, delay={seconds}, status=sent',
      'connect from {host}[{ip}]',
      'greylisted client {ip} for the domain of {person}',
    ],
    warn: [
      '{hex}: to=<{mail}>, relay={host}, delay={seconds}, status=deferred',
      'hostname {host} does not resolve to {ip}',
    ],
    error: [
      'queue file {path} is damaged and was put aside',
      'filter {product} for messages is {cause} since {n} minutes',
    ],
  },
  'build runner': {
    info: [
      'job {n} of project {product} is {state} on runner {node}',
      'restored cache {hex} of {n} MB in {seconds} s',
      'uploaded artifact {path} of {n} bytes',
      'cloned branch {topic} at commit {hex}',
      '{product} passed',
      'skipped step {product}',
    ],
    warn: [
      'step {product} has written nothing for {n} minutes',
      'cache key {hex} matches nothing, starting from scratch',
    ],
    error: [
      'job {n} of project {product} ended with exit code {n}',
      'runner {node} lost its connection while job {n} was {state}',
    ],
  },
  'game server': {
    info: [
      'player {person} joined match {hex} on map {product}',
      'player {person} left match {hex} after {n} seconds',
      'match {hex} started with {n} players in region {node}',
      'saved the world of {person} to {path}',
      '{person} found a {product}',
      '{person} traded {product} for {product} with {person}',
    ],
    warn: [
      'tick of match {hex} took {ms}, which is more than its budget',
      'player {person} sent {n} packets a second and was slowed down',
    ],
    error: [
      'match {hex} ended early: region {node} is {cause}',
      'could not load inventory of player {person}: {cause}',
    ],
  },
}
