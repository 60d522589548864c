import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const bin = (name) => join(root, 'node_modules/.bin', process.platform === 'win32' ? `${name}.cmd` : name)

/** Prints one sentence and ends the program with exit code 1. */
export function giveUp(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** Installs the packages if they are missing or differ from the lock file. Needs Node 20.19 or newer. */
export async function install() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    giveUp(`Kikoa needs Node 20.19 or newer to install itself; this is ${process.version}.`)
  const stamp = join(root, 'node_modules/.kikoa-lock')
  const wanted = fingerprint(['package-lock.json'])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('Installing the packages…')
  const code = await run(process.platform === 'win32' ? 'npm.cmd' : 'npm', ['ci', '--loglevel=error'])
  if (code) giveUp('The packages could not be installed: see the lines above.')
  writeFileSync(stamp, wanted)
}

/** Compiles the messages of both languages if one has changed since the last time. Takes two seconds. */
export async function compileMessages() {
  const stamp = join(root, '.cache/messages-inputs')
  if (!existsSync(join(root, 'src/paraglide/messages.js'))) rmSync(stamp, { force: true })
  await whenChanged(stamp, ['package-lock.json', 'paraglide.config.ts', ...messageFiles()], async () => {
    const output = []
    const code = await run(runtime(), ['scripts/messages.mjs'], { output })
    if (code) giveUp(`${output.join('')}\nThe messages could not be compiled: see the lines above.`)
  })
}

/** Builds the browser's code if one of its inputs has changed since the last build. */
export async function build() {
  const inputs = [
    'package-lock.json',
    'chunks.config.ts',
    'paraglide.config.ts',
    'react-router.config.ts',
    'vite.config.ts',
    'src/server/pages/build-plugins.ts',
    ...filesBelow('src', (path) => !/[\\/](paraglide|server|testing)[\\/]|\.test\.ts$/.test(path)),
    ...filesBelow('packages/auth/rules'),
    ...messageFiles(),
    ...filesBelow('public'),
  ]
  await whenChanged(join(root, 'build/.kikoa-inputs'), inputs, async () => {
    console.log('Building the pages…')
    rmSync(join(root, 'build'), { recursive: true, force: true })
    for (const locale of ['en', 'sw']) {
      const output = []
      const env = environment({ KIKOA_LOCALE: locale })
      const code = await run(runtime(), [bin('react-router'), 'build'], { output, env })
      if (code) giveUp(`${output.join('')}\nThe pages could not be built: see the lines above.`)
      // Files of the same name have the same content.
      cpSync(join(root, 'build', locale, 'client'), join(root, 'build/client'), { recursive: true })
    }
  })
}

/** Does the work unless the inputs are unchanged: their last fingerprint is in the file `stamp`. */
async function whenChanged(stamp, inputs, work) {
  const wanted = fingerprint(inputs)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  await work()
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

/** The project's own Node. Without a package for this platform it is the running Node, if that is new enough. */
export function runtime() {
  const own = bin('node')
  if (existsSync(own)) return own
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  return giveUp(
    `Kikoa runs on Node 24, which it can't bring along for this platform; this is ${process.version}.`,
  )
}

/** Environment with the project's own Node first in the path, and with Node's compile cache. */
export const environment = (more = {}) => ({
  NODE_COMPILE_CACHE: join(root, '.cache/compiled'),
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`,
  ...more,
})

/**
 * Runs a program in the project's folder and gives its exit code. Forwards signals, so that the program decides how it
 * stops. With `output`, collects what it prints instead of showing it.
 */
export function run(program, args, { env = environment(), output, cwd = root } = {}) {
  return new Promise((done) => {
    const child = spawn(program, args, { cwd, env, stdio: output ? ['ignore', 'pipe', 'pipe'] : 'inherit' })
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => output.push(String(chunk)))
    const release = onStop((signal) => child.kill(signal))
    child.on('error', (error) => giveUp(`${program} could not be started: ${error.message}.`))
    child.on('exit', (code, signal) => {
      release()
      done(code ?? (signal ? 1 : 0))
    })
  })
}

/**
 * Calls `stop` with the signal's name on SIGINT and SIGTERM, and once when npm has ended or was killed.
 * @returns a function that ends the watch.
 */
export function onStop(stop) {
  process.on('SIGINT', stop).on('SIGTERM', stop)
  // Without npm the parent is a shell, which may end before this program: `node scripts/start.mjs &`.
  const watch =
    process.env.npm_lifecycle_event &&
    setInterval(() => {
      if (process.ppid === parent) return
      clearInterval(watch)
      stop('SIGTERM')
    }, 500)
  return () => {
    clearInterval(watch)
    process.off('SIGINT', stop).off('SIGTERM', stop)
  }
}
const parent = process.ppid

function fingerprint(paths) {
  const hash = createHash('sha256')
  for (const path of paths.sort())
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

// The translation tool writes other files into the same folder.
const messageFiles = () => filesBelow('messages', (path) => /(en|sw|settings)\.json$/.test(path))

function filesBelow(folder, wanted = () => true) {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter(wanted)
}
