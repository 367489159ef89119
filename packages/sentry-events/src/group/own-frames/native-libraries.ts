import type { NormalFrame } from '../../normal-event.js'
import { cleanNativeName } from '../native-name.js'

/** Paths of toolchains and packages of Rust, Go and C on any machine. */
const libraryPaths = [
  '/rustc/',
  '/.cargo/',
  '/cargo/registry/',
  '/.rustup/',
  '/lib/rustlib/',
  '/library/std/src/',
  '/library/core/src/',
  '/library/alloc/src/',
  '/usr/include/',
  '/usr/src/',
  '/sysdeps/',
  '/csu/libc-start',
  '/nptl/',
]

/** Crates involved in every panic, in reporting it, or in every async program. */
const crates = new Set([
  'std',
  'core',
  'alloc',
  'proc_macro',
  'rust_panic',
  'panic_unwind',
  'backtrace',
  'backtrace_ext',
  'anyhow',
  'eyre',
  'color_eyre',
  'tokio',
  'futures_util',
  'futures_core',
  'hyper',
  'tower',
  'rayon',
  'rayon_core',
  'log',
  'tracing',
  'tracing_core',
  'tracing_subscriber',
])

/** Functions that start or stop a program or thread; the names differ between libcs. */
const systemFunction =
  /^(?:_?_?rust_|__rustc|_R[A-Z]|___?rust|_start$|_{0,2}libc_|_{0,2}pthread_|start_thread$|thread_start$|_{0,2}clone3?$|_?start_c$|__GI_|_?_?raise$|gsignal$|abort$|__assert|__cxa_|__cxx|_Unwind_|std::|__scrt_|invoke_main|BaseThreadInitThunk|RtlUserThreadStart|Rtl[A-Z]|Ki[A-Z]\w*Dispatcher|NtWait|ZwWait|\?+$|<unknown>$)/

const systemPackage =
  /^(?:\/usr\/lib|\/lib(?:64|32)?\/|\/System\/Library\/|\/usr\/libexec|\/apex\/|\/system\/|\[vdso\]|C:\\Windows\\)|(?:^|[/\\])(?:lib(?:c|m|pthread|stdc\+\+|c\+\+|c\+\+abi|gcc_s|dl|rt|objc\.A|dyld|system\w{0,30})(?:[-.][\w.]{0,30})?\.(?:so|dylib)(?:\.\d{1,6}){0,3}|ld-[\w.-]{1,40}\.so(?:\.\d{1,4})?|ntdll\.dll|kernel(?:32|base)\.dll|ucrtbase\.dll|msvcp\d{0,3}\.dll|vcruntime\d{0,3}\.dll)$/i

/** `<shop::Cart as core::fmt::Debug>::fmt` belongs to the first name in its brackets. */
const cratePath =
  /^(?:_?<)?(?:impl |dyn |&|mut |\*const |\*mut |\(|\[){0,6}([A-Za-z_]\w{0,80})(?:\[[0-9a-f]{1,16}\])?(?:::|>)/

/** True if a native frame belongs to a toolchain, a system library or error reporting. */
export function isNativeLibrary({ function: sent, filename, absPath, package: binary }: NormalFrame): boolean {
  const path = absPath.replaceAll('\\', '/')
  if (path !== '' && libraryPaths.some((part) => path.includes(part))) return true
  const name = sent.includes(' ') && !/^_?</.test(sent) ? cleanNativeName(sent) : sent
  // A compiler-generated entry point has no source.
  if (systemFunction.test(name) || sent.startsWith('at /') || (name === 'main' && filename === '')) return true
  const crate = cratePath.exec(name)?.[1]
  if (crate !== undefined && (crates.has(crate) || crate.startsWith('sentry'))) return true
  return binary !== '' && systemPackage.test(binary)
}
