import { errorEvent, type Exception, type Frame, type Payload } from './pair.js'

/* Errors with a short stack, in the form of each platform's SDK. */

type Raise = (exception: string | Exception, ...frames: Frame[]) => Payload
const raise =
  (platform: string): Raise =>
  (exception, ...frames) => {
    const [, type = '', value = ''] = typeof exception === 'string' ? (/^(.*?): ([^]*)$/.exec(exception) ?? []) : []
    return errorEvent(platform, { ...(typeof exception === 'string' ? { type, value } : exception), frames })
  }

const frame = (fields: Frame): Frame => ({ in_app: true, ...fields })
export const installed = (path: string, name: string, module = ''): Frame =>
  frame({ function: name, module, filename: path, abs_path: path, in_app: false })

export const python = raise('python')
export const py = (name: string, line: string, module = 'shop.orders'): Frame =>
  frame({ function: name, module, filename: `${module.replaceAll('.', '/')}.py`, context_line: line })
export const view = py('show', 'return render(load(id))', 'shop.views')
export const task = py('nightly', 'for one in all: load(one)', 'shop.tasks')

export const node = raise('node')
export const js = (name: string, line: string, module = 'orders'): Frame =>
  frame({ function: name, module, filename: `/srv/app/${module}.js`, context_line: line, colno: 3 })
export const route = js('showOrder', '  reply(total(await find(id)))', 'routes')

export const go = raise('go')
export const gf = (name: string, module = 'example.com/shop/orders'): Frame =>
  frame({ function: name, module, abs_path: `/src/${module}/a.go` })

export const java = raise('java')
export const jf = (module: string, name: string): Frame =>
  frame({ module, function: name, in_app: module.startsWith('com.shop.') })

export const ruby = raise('ruby')
export const rb = (name: string, line: string, file: string): Frame =>
  frame({ function: name, filename: file, abs_path: `/srv/${file}`, context_line: line })

export const php = raise('php')
export const pf = (name: string, line: string): Frame =>
  frame({ function: name, filename: `/srv/app/${name.split('::')[0] ?? ''}.php`, context_line: line })

export const dotnet = raise('csharp')
export const net = (module: string, name: string): Frame =>
  frame({ module, function: name, in_app: module.startsWith('Shop.') })

export const rust = raise('native')
export const rs = (name: string): Frame => frame({ function: name, filename: 'orders.rs', abs_path: '/src/orders.rs' })
