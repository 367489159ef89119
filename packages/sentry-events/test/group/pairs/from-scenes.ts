import { errorEvent, type Frame, type Pair, type Payload } from './pair.js'
import { compiledScenes } from './scenes-compiled.js'
import { scriptScenes, type Scene } from './scenes-script.js'

/** Changes between two events of one crash. */
interface Change {
  family: string
  title: string
  apply: (scene: Scene, index: number) => Payload | undefined
}

function toEvent({ platform, type, value, frames }: Scene): Payload {
  return errorEvent(platform, { type, value, frames })
}

function isOwn({ in_app, filename = '' }: Frame): boolean {
  return in_app === true && !filename.includes('node_modules')
}

function changeFrames(scene: Scene, change: (frame: Frame, index: number) => Frame): Payload {
  return toEvent({ ...scene, frames: scene.frames.map(change) })
}

/** The application frame nearest to the crash. */
function crashIndex({ frames }: Scene): number {
  return frames.findLastIndex(isOwn)
}

function changeCrash(scene: Scene, change: (frame: Frame) => Frame): Payload {
  const at = crashIndex(scene)
  return changeFrames(scene, (frame, index) => (index === at ? change(frame) : frame))
}

function libraryFrame({ frames }: Scene): Frame | undefined {
  return frames.find((frame) => !isOwn(frame))
}

/** Responses of a service whose text does not say what was requested: the caller determines it. */
const outsideTypes = new Set(['Net::ReadTimeout'])

function changeCaller(scene: Scene): Payload | undefined {
  const first = scene.frames.findIndex(isOwn)
  if (first === crashIndex(scene)) return undefined
  return changeFrames(scene, (frame, index) =>
    index === first
      ? { ...frame, function: 'nightlyReport', context_line: frame.context_line && 'report.run(today)' }
      : frame,
  )
}

const keeping: Change[] = [
  {
    family: 'caller',
    title: 'reached from elsewhere in the application',
    apply: (scene) => (outsideTypes.has(scene.type) ? undefined : changeCaller(scene)),
  },
  {
    family: 'line shift',
    title: 'code was added above',
    apply: (scene, index) =>
      changeFrames(scene, (frame) => ({ ...frame, lineno: (frame.lineno ?? 0) + 1 + ((index * 7) % 40) })),
  },
  {
    family: 'column shift',
    title: 'the formatter moved columns',
    apply: (scene, index) => changeFrames(scene, (frame) => ({ ...frame, colno: (frame.colno ?? 0) + 3 + index })),
  },
  {
    family: 'library upgrade',
    title: 'the framework calls through more functions',
    apply: (scene) => {
      const library = libraryFrame(scene)
      if (library === undefined) return undefined
      const added = { ...library, function: 'runWithContext', lineno: 12 }
      return toEvent({ ...scene, frames: [library, added, ...scene.frames] })
    },
  },
  {
    family: 'recursion depth',
    title: 'the crashing function had called itself',
    apply: (scene) => {
      const at = crashIndex(scene)
      const crash = scene.frames[at]
      if (crash === undefined) return undefined
      const again = [1, 2, 3].map((depth) => ({ ...crash, lineno: crash.lineno ?? depth }))
      return toEvent({ ...scene, frames: [...scene.frames.slice(0, at), ...again, ...scene.frames.slice(at)] })
    },
  },
  {
    family: 'surroundings',
    title: 'another user, release and server',
    apply: (scene, index) => ({
      ...toEvent(scene),
      release: `shop@1.${index}.0`,
      server_name: `web-${index}`,
      user: { id: `${index}` },
      tags: { region: 'eu', shard: `${index}` },
      transaction: `/orders/${index}`,
    }),
  },
  {
    family: 'value beside a stack',
    title: 'the text of the error names another thing',
    apply: (scene, index) =>
      toEvent({ ...scene, value: `${scene.value} (${['cart', 'order', 'user'][index % 3] ?? ''})` }),
  },
]

const dividing: Change[] = [
  {
    family: 'exception type',
    title: 'another type',
    apply: (scene) => toEvent({ ...scene, type: 'OutOfMemoryError' }),
  },
  {
    family: 'crash function',
    title: 'another function crashed',
    apply: (scene) =>
      changeCrash(scene, (frame) => ({
        ...frame,
        function: 'reserveStock',
        context_line: frame.context_line && 'stock.reserve()',
      })),
  },
  {
    family: 'caller',
    title: 'asked from elsewhere in the application',
    apply: (scene) => (outsideTypes.has(scene.type) ? changeCaller(scene) : undefined),
  },
  {
    family: 'file or module',
    title: 'a function of the same name elsewhere',
    apply: (scene) => {
      const isUrl = scene.frames.some(({ filename = '' }) => filename.startsWith('https:'))
      if (isUrl) return undefined
      return changeCrash(scene, (frame) => ({
        ...frame,
        filename: '/srv/legacy/returns.src',
        abs_path: '/srv/legacy/returns.src',
        ...(frame.module === undefined ? {} : { module: 'com.shop.legacy.Returns' }),
      }))
    },
  },
  {
    family: 'same library frames',
    title: 'the same framework around other code of the application',
    apply: (scene) => {
      const names = ['exportCatalog', 'rebuildIndex', 'mergeAccounts', 'importPrices']
      return changeFrames(scene, (frame, index) =>
        isOwn(frame)
          ? {
              ...frame,
              function: names[index % names.length] ?? '',
              context_line: frame.context_line && `step(${index})`,
            }
          : frame,
      )
    },
  },
]

/** Every scene with every change. */
export function pairsFromScenes(): Pair[] {
  const scenes = [...scriptScenes, ...compiledScenes]
  return [...apply(scenes, keeping, true), ...apply(scenes, dividing, false)]
}

function apply(scenes: readonly Scene[], changes: readonly Change[], isSame: boolean): Pair[] {
  return changes.flatMap(({ family, title, apply: change }) =>
    scenes.flatMap((scene, index) => {
      const right = change(scene, index)
      return right === undefined
        ? []
        : [{ family, title: `${scene.name}: ${title}`, isSame, left: toEvent(scene), right }]
    }),
  )
}
