import type { Frame } from '../pairs/pair.js'
import { varyOwnFrames, type Vary } from './stacks.js'

/* How compilers, bundlers and runtimes name the same code. */

/** A name as another build or runtime writes it, by platform. */
type Rename = (name: string, frame: Frame) => string

const jvm = new Set(['java', 'kotlin', 'android'])
const dotnet = new Set(['csharp', 'dotnet', 'fsharp'])
const native = new Set(['native', 'rust'])
const script = new Set(['node', 'javascript'])

function renamed(platforms: ReadonlySet<string>, name: Rename, module: Rename = (one) => one): Vary {
  return varyOwnFrames((frame, platform) => {
    if (!platforms.has(platform)) return undefined
    return {
      ...frame,
      ...(frame.function === undefined ? {} : { function: name(frame.function, frame) }),
      ...(frame.module === undefined ? {} : { module: module(frame.module, frame) }),
    }
  })
}

const same: Rename = (name) => name
const rustHash = /::h[0-9a-f]{16}$/

/** By what differs. */
export const nameVariations: Readonly<Record<string, Vary>> = {
  'the number of a JVM lambda': renamed(jvm, (name) => name.replace(/(lambda\$[\w$]*?\$)\d+$/, '$171')),
  'the number of a JVM class': renamed(jvm, same, (module) => module.replace(/\$\d+(?=\$|$)/g, '$$9')),
  'the address of a JVM lambda': renamed(jvm, same, (module) =>
    module.replace(/\$\$Lambda.*$/, '$$$$Lambda/0x00007f1a2c0b3d48'),
  ),
  'a class enhanced by a proxy': renamed(jvm, same, (module) =>
    /[$]/.test(module) ? module : `${module}$$SpringCGLIB$$0`,
  ),
  'the number of a .NET state machine': renamed(
    dotnet,
    (name) => name.replace(/__\d+(?:_\d+)?/g, '__17_3'),
    (module) => module.replace(/d__\d+/, 'd__19').replace(/DisplayClass\d+_\d+/, 'DisplayClass31_2'),
  ),
  'parameters of a .NET method': renamed(dotnet, (name) => name.replace(/\([^()]+\)$/, '(CancellationToken stop)')),
  'the number of a Go closure': renamed(new Set(['go']), (name) => name.replace(/\.func\d+(?:\.\d+)*$/, '.func9')),
  'a Go closure within a closure': renamed(new Set(['go']), (name) => name.replace(/(\.func\d+)$/, '$1.2')),
  'the type arguments of a Go function': renamed(new Set(['go']), (name) =>
    /^\w+$/.test(name) ? `${name}[...]` : name,
  ),
  'a Go receiver that became a pointer': renamed(new Set(['go']), (name) =>
    name.replace(/^([A-Z]\w*)\.(?=\w+$)/, '(*$1).'),
  ),
  'a Go module under a major version': renamed(new Set(['go']), same, (module) =>
    module.replace(/^([\w-]+\.[\w.-]+\/[^/]+\/[^/]+|[\w-]+\.[\w.-]+\/[^/]+)/, '$1/v3'),
  ),
  'the hash of a Rust function': renamed(native, (name) =>
    /^[a-z_]\w*::/.test(name) ? `${name.replace(rustHash, '')}::h0123456789abcdef` : name,
  ),
  'the closures of Rust in the other mangling': renamed(native, (name) =>
    name.replace(/\{closure#\d+\}/g, '{{closure}}').replace(/\{async_(?:fn|block)(?:_env)?#\d+\}/g, '{{closure}}'),
  ),
  'a Rust function without its modules': renamed(native, (name, frame) =>
    /\.rs$/.test(frame.abs_path ?? frame.filename ?? '') ? name.replace(/^(?:[a-z_]\w*::)+(?=[\w{])/, '') : name,
  ),
  'the type arguments of a Rust function': renamed(native, (name) =>
    /^[a-z_]\w*::[\w:]*\w$/.test(name) && !rustHash.test(name) ? `${name}::<alloc::string::String>` : name,
  ),
  'the offset of a native function': renamed(native, (name) => (/^\w[\w:]*$/.test(name) ? `${name} + 0x1f4` : name)),
  'a PHP closure with its line': renamed(new Set(['php']), (name) =>
    name.replace(
      /^(.*?)([\w\\]+::)?\{closure\}$/,
      (_, space: string, scope = '') => `${space}${String(scope)}{closure:${space}${String(scope)}handle():41}`,
    ),
  ),
  'a Ruby method with its class': renamed(new Set(['ruby']), (name) =>
    /^(?:block (?:\(\d+ levels\) )?in )?[a-z_]\w*[?!]?$/.test(name)
      ? name.replace(/([a-z_]\w*[?!]?)$/, 'Shop::Thing#$1')
      : name,
  ),
  'the depth of a Ruby block': renamed(new Set(['ruby']), (name) =>
    name.replace(/^block (?:\(\d levels\) )?in /, 'block (3 levels) in '),
  ),
  'a Python function with its class': renamed(new Set(['python']), (name) =>
    /^[a-z_]\w*$/.test(name) ? `Thing.${name}` : name,
  ),
  'a Python function within a function': renamed(new Set(['python']), (name) =>
    /^[a-z_]\w*$/.test(name) ? `outer.<locals>.${name}` : name,
  ),
  'the receiver of a JavaScript method': renamed(script, (name) =>
    /^[a-z]\w{2,}$/.test(name) ? `Object.${name}` : name,
  ),
  'an alias of a JavaScript method': renamed(script, (name) =>
    /^(?:\w+\.)?[a-z]\w{2,}$/.test(name) ? `${name} [as handler]` : name,
  ),
  'a resumed JavaScript function': renamed(script, (name) =>
    /^(?:\w+\.)?[a-z]\w{2,}$/.test(name) ? `async ${name}` : name,
  ),
  'a JavaScript function without a name': renamed(script, (name) =>
    /^(?:\?|<anonymous>|)$/.test(name) ? (name === '?' ? '<anonymous>' : '?') : name,
  ),
  'no source lines around the failing one': varyOwnFrames((frame, platform) => {
    if (platform === 'node' || platform === 'javascript') return undefined
    const rest = { ...frame }
    delete rest.pre_context
    return rest
  }),
}
