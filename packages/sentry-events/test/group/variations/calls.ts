import type { Frame } from '../pairs/pair.js'
import { varyExceptions, varyStacks, type RecordedFrame, type Vary } from './stacks.js'

/* Which frames SDKs, runtimes and libraries add to a stack or leave out, and what lies further up in the application. */

/** Frames of tracing, of installed packages and of the runtime, oldest call first. */
const foreign = new Map<string, readonly Frame[]>([
  [
    'python',
    [
      {
        function: 'sentry_patched_execute',
        module: 'sentry_sdk.integrations.sql2',
        filename: 'sentry_sdk/integrations/sql2.py',
        abs_path: '/venv/lib/python3.13/site-packages/sentry_sdk/integrations/sql2.py',
        context_line: '            return f(*args, **kwargs)',
        in_app: false,
      },
      {
        function: 'wrapper',
        module: 'opentelemetry.instrumentation.util',
        filename: 'opentelemetry/instrumentation/util.py',
        abs_path: '/venv/lib/python3.13/site-packages/opentelemetry/instrumentation/util.py',
        context_line: '        return wrapped(*args, **kwargs)',
        in_app: false,
      },
      {
        function: 'run',
        module: 'contextlib',
        filename: 'contextlib.py',
        abs_path: '/usr/lib/python3.13/contextlib.py',
        context_line: '            return func(*args, **kwds)',
        in_app: false,
      },
    ],
  ],
  [
    'node',
    [
      {
        function: 'Object.startSpan',
        module: '@sentry.core:trace',
        filename: '/app/node_modules/@sentry/core/build/cjs/trace.js',
        abs_path: '/app/node_modules/@sentry/core/build/cjs/trace.js',
        context_line: '  return callback();',
        lineno: 40,
        colno: 10,
        in_app: false,
      },
      {
        function: 'AsyncLocalStorage.run',
        module: 'async_hooks',
        filename: 'node:internal/async_local_storage/async_hooks',
        abs_path: 'node:internal/async_local_storage/async_hooks',
        lineno: 91,
        colno: 14,
        in_app: false,
      },
    ],
  ],
  [
    'ruby',
    [
      {
        function: 'block in instrument',
        filename: 'active_support/notifications.rb',
        abs_path: '/usr/local/bundle/gems/activesupport-8.0.1/lib/active_support/notifications.rb',
        context_line: '        yield payload',
        in_app: false,
      },
      {
        function: 'with_child_span',
        filename: 'sentry/span.rb',
        abs_path: '/usr/local/bundle/gems/sentry-ruby-5.28.0/lib/sentry/span.rb',
        context_line: '      yield(child_span)',
        in_app: false,
      },
    ],
  ],
  [
    'php',
    [
      {
        function: 'Sentry\\Tracing\\trace',
        filename: '/vendor/sentry/sentry/src/functions.php',
        abs_path: '/app/vendor/sentry/sentry/src/functions.php',
        context_line: '        return $trace($scope);',
        in_app: false,
      },
      { function: 'call_user_func_array', filename: '[internal]', in_app: false },
    ],
  ],
  [
    'go',
    [
      {
        function: '(*Handler).ServeHTTP',
        module: 'go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp',
        abs_path: '/root/go/pkg/mod/go.opentelemetry.io/contrib/instrumentation/net/http/otelhttp@v0.58.0/handler.go',
        in_app: false,
      },
      {
        function: 'HandlerFunc.ServeHTTP',
        module: 'net/http',
        abs_path: '/usr/local/go/src/net/http/server.go',
        in_app: false,
      },
    ],
  ],
  [
    'java',
    [
      {
        function: 'intercept',
        module: 'io.sentry.spring.tracing.SentrySpanAdvice',
        filename: 'SentrySpanAdvice.java',
        in_app: false,
      },
      {
        function: 'invoke',
        module: 'java.lang.reflect.Method',
        filename: 'Method.java',
        in_app: false,
      },
      {
        function: 'proceed',
        module: 'org.springframework.aop.framework.ReflectiveMethodInvocation',
        filename: 'ReflectiveMethodInvocation.java',
        in_app: false,
      },
    ],
  ],
  [
    'csharp',
    [
      {
        function: 'void ExecutionContext.RunInternal(ExecutionContext executionContext, ContextCallback callback)',
        module: 'System.Threading.ExecutionContext',
        in_app: false,
      },
      {
        function: 'async Task SentryTracingMiddleware.InvokeAsync(HttpContext context)',
        module: 'Sentry.AspNetCore.SentryTracingMiddleware',
        in_app: false,
      },
    ],
  ],
  [
    'native',
    [
      {
        function: '<tracing::instrument::Instrumented<T> as core::future::future::Future>::poll',
        filename: 'instrument.rs',
        abs_path: '/home/u/.cargo/registry/src/index.crates.io-6f17d22bba15001f/tracing-0.1.41/src/instrument.rs',
        in_app: false,
      },
      { function: 'core::ops::function::FnOnce::call_once', in_app: false },
    ],
  ],
])

/** Platforms whose frames look like those of another one. */
const alike = new Map([
  ['javascript', 'node'],
  ['kotlin', 'java'],
  ['android', 'java'],
  ['rust', 'native'],
  ['dotnet', 'csharp'],
])
const foreignTo = (platform: string) => foreign.get(alike.get(platform) ?? platform)

/** True for native code that isn't Rust, and has no frames of Rust. */
const isOfOtherNative = (frames: readonly RecordedFrame[], platform: string) =>
  platform === 'native' && !frames.some(({ frame }) => /\.rs$/.test(frame.abs_path ?? frame.filename ?? ''))

/** True for code of an installed package, in languages whose SDKs send the causes of an error with stacks. */
const isOfPackage = (frame: Frame | undefined) =>
  frame?.in_app === false &&
  (/\/(?:node_modules|site-packages|gems|vendor)\//.test(frame.abs_path ?? '') ||
    /^(?:org|com|io|Microsoft|Npgsql)\./.test(frame.module ?? ''))

const lastOwn = (frames: readonly RecordedFrame[]) => frames.findLastIndex(({ isOwn }) => isOwn)
const ownIndexes = (frames: readonly RecordedFrame[]) => [...frames.keys()].filter((index) => frames[index]?.isOwn)

/** A function of the application that handles requests, with its source as SDKs of the platform send it. */
function handler(like: Frame, platform: string): Frame {
  const lined =
    like.context_line === undefined
      ? {}
      : { context_line: '    response = handle_batch(batch)', pre_context: ['def handle_all(batch)'] }
  const line =
    platform === 'node' || platform === 'javascript'
      ? {
          context_line: '  const response = handleBatch(batch);',
          pre_context: ['function handleAll(batch) {'],
          colno: 20,
        }
      : lined
  const { module } = like
  const names = new Map([
    ['go', 'handleAll'],
    ['csharp', 'Response Entry.HandleAll(Batch batch)'],
    ['native', 'shop::entry::handle_all'],
    ['rust', 'shop::entry::handle_all'],
    ['php', 'App\\Entry::handleAll'],
  ])
  const sent = module === undefined ? {} : { module: `${module.replace(/[^./]+$/, '')}entry` }
  return {
    ...(like.filename === undefined ? {} : { filename: like.filename.replace(/[\w-]+(?=\.\w+$)/, 'entry') }),
    ...(like.abs_path === undefined ? {} : { abs_path: like.abs_path.replace(/[\w-]+(?=\.\w+$)/, 'entry') }),
    ...sent,
    function: names.get(platform) ?? 'handleAll',
    ...(like.context_line === undefined ? {} : line),
    lineno: 12,
    ...(like.in_app === undefined ? {} : { in_app: like.in_app }),
  }
}

const retries = new Map([
  ['csharp', 'Response Retry.WithRetry(Work work)'],
  ['native', 'shop::entry::with_retry'],
  ['rust', 'shop::entry::with_retry'],
  ['php', 'App\\Entry::withRetry'],
])

/** By what differs. */
export const callVariations: Readonly<Record<string, Vary>> = {
  'tracing and runtime frames between in-app frames': varyStacks((frames, platform) => {
    const added = foreignTo(platform)
    const last = lastOwn(frames)
    if (added === undefined || last < 1 || isOfOtherNative(frames, platform)) return undefined
    return frames.flatMap(({ frame, isOwn }, index) =>
      isOwn && index > 0 && index <= last && frames[index - 1]?.isOwn ? [...added, frame] : [frame],
    )
  }),
  'no library frames between in-app frames': varyStacks((frames) => {
    const last = lastOwn(frames)
    return last === -1
      ? undefined
      : frames.filter(({ isOwn }, index) => isOwn || index > last).map(({ frame }) => frame)
  }),
  'server frames around the application': varyStacks((frames, platform) =>
    lastOwn(frames) === -1 || isOfOtherNative(frames, platform)
      ? undefined
      : [...(foreignTo(platform) ?? []), ...frames.map(({ frame }) => frame)],
  ),
  'renamed functions in the failing library': varyStacks((frames, platform) => {
    const last = lastOwn(frames)
    if (last === -1 || last >= frames.length - 1 || platform === 'native' || platform === 'rust') return undefined
    return frames.map(({ frame }, index) =>
      index > last && frame.function !== undefined && !frame.function.includes('<')
        ? { ...frame, function: `${frame.function}Impl` }
        : frame,
    )
  }),
  'another caller two levels up': varyStacks((frames, platform) => {
    const own = ownIndexes(frames)
    const third = own.at(-3)
    const like = frames[third ?? -1]?.frame
    if (third === undefined || like === undefined) return undefined
    return frames.flatMap(({ frame }, index) => (index === third ? [frame, handler(like, platform)] : [frame]))
  }),
  'a retry around the failing call': varyStacks((frames, platform) => {
    const newest = ownIndexes(frames).at(-1)
    const like = frames[newest ?? -1]?.frame
    const caller = frames[(newest ?? 0) - 1]
    if (newest === undefined || like === undefined || caller?.isOwn !== true) return undefined
    const isClosure = /func\d|[<{]|^block |_next|step/.test(like.function ?? '')
    const isBuiltIn = like.context_line !== undefined && caller.frame.context_line === like.context_line
    if (isClosure || isBuiltIn) return undefined
    const retry = { ...handler(like, platform), function: retries.get(platform) ?? 'withRetry' }
    return frames.flatMap(({ frame }, index) => (index === newest ? [retry, frame] : [frame]))
  }),
  'the oldest frames trimmed': varyStacks((frames) => {
    const second = ownIndexes(frames).at(-2)
    return second === undefined || second === 0 ? undefined : frames.slice(second).map(({ frame }) => frame)
  }),
  'an unnamed oldest frame': varyStacks((frames) => [{ function: '?' }, ...frames.map(({ frame }) => frame)]),
  'another cause chained by a driver': varyExceptions((exceptions) => {
    const [first] = exceptions
    const frames = first?.stacktrace?.frames
    if (
      first === undefined ||
      !isOfPackage(frames?.at(-1)) ||
      exceptions.some(
        ({ mechanism }) => mechanism?.is_exception_group === true || mechanism?.exception_id !== undefined,
      )
    )
      return undefined
    return [{ type: 'WireError', value: 'frame 17 of stream 3 was refused', module: 'wire' }, ...exceptions]
  }),
}

/** Platforms whose SDKs don't say which frames are of the application unless they are told. */
const silent = new Set(['java', 'kotlin', 'android', 'native', 'rust', 'go', 'ruby'])

/** The SDK's word on what belongs to the application. */
export const ownerVariations: Readonly<Record<string, Vary>> = {
  'no in-app flags': varyStacks((frames, platform) =>
    !silent.has(platform)
      ? undefined
      : frames.map(({ frame }) => {
          const rest = { ...frame }
          delete rest.in_app
          return rest
        }),
  ),
  'every frame marked in-app': varyStacks((frames) => frames.map(({ frame }) => ({ ...frame, in_app: true }))),
}

/** Rust: some SDKs send what ran after the panic began as well. */
const ofHook = /panic_with_hook|^sentry_panic::/

/** A stack that ends in a panic's own frames already has its hook. */
const withPanicHook = varyStacks((frames) =>
  lastOwn(frames) === -1 || frames.some(({ frame }) => ofHook.test(frame.function ?? ''))
    ? undefined
    : [
        ...frames.map(({ frame }) => frame),
        { function: 'core::panicking::panic_fmt', in_app: false },
        { function: '__rustc::rust_begin_unwind', in_app: false },
        { function: 'shop::main::{{closure}}', filename: 'main.rs', abs_path: '/build/shop/src/main.rs', in_app: true },
      ],
)

/** What a panic runs. */
export const panicVariations: Readonly<Record<string, Vary>> = {
  "a panic hook of the application's": (payload) =>
    JSON.stringify(payload['exception'] ?? '').includes('"type":"panic"') ? withPanicHook(payload) : undefined,
}
