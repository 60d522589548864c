import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { environment } from './testing/environment.ts'
import { serverPid, stateOf, temporaryDataDir, temporaryFolder } from '@kikoa/postgres/testing'

/** `npm start` as a service: an operator sends signals to its process id, and it restarts its server. */

const root = resolve(import.meta.dirname, '../..')

interface Started {
  process: ChildProcess
  /** The output so far. */
  output(): string
  ended: Promise<number | null>
}

function start(command: string, args: string[], env: Record<string, string>): Started {
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment, HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await ended
  })
  return { process: child, output: () => output, ended }
}

/** The process and all processes that it has started. PostgreSQL is one of them while its parent lives. */
async function familyOf(pid: number): Promise<number[]> {
  const all = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (name) => {
        const status = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
        return { pid: Number(name), parent: Number(/\) \w (\d+)/.exec(status)?.[1]) }
      }),
  )
  const below = (parent: number): number[] =>
    all.filter((one) => one.parent === parent).flatMap((one) => [one.pid, ...below(one.pid)])
  return [pid, ...below(pid)]
}

const commandOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')

async function allEnded(pids: number[]) {
  const states = await Promise.all(pids.map(stateOf))
  return states.every((state) => state === undefined || state === 'Z')
}

async function npmStart(env: Record<string, string> = {}) {
  const dataDir = await temporaryDataDir()
  const npm = start('npm', ['start'], { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...env })
  return { ...npm, dataDir }
}

async function readyFamily({ process: child, output, dataDir }: Started & { dataDir: string }, times = 1) {
  await expect.poll(() => output().split('Kikoa is ready').length - 1, { timeout: 60_000 }).toBe(times)
  const family = await familyOf(child.pid!)
  const commands = await Promise.all(family.map(commandOf))
  const server = family[commands.findIndex((command) => command.includes('src/app/server.ts'))]!
  const database = (await serverPid(dataDir))!
  return { all: [...family, database], server, database }
}

const onLinux = process.platform === 'linux'

test.runIf(onLinux).each(['SIGTERM', 'SIGINT', 'SIGKILL'] as const)(
  'a %s to npm alone ends the server and its database',
  async (signal) => {
    const npm = await npmStart()
    const { all } = await readyFamily(npm)
    expect(all.length).toBeGreaterThanOrEqual(4)
    npm.process.kill(signal)
    await expect.poll(() => allEnded(all)).toBe(true)
    expect(await npm.ended).toBe(signal === 'SIGKILL' ? null : 0)
    expect(await serverPid(npm.dataDir)).toBeUndefined()
  },
)

test.runIf(onLinux)(
  'a server that was killed is started again, and leaves with the program that started it',
  async () => {
    const npm = await npmStart()
    const first = await readyFamily(npm)
    process.kill(first.server, 'SIGKILL')
    const second = await readyFamily(npm, 2)
    expect(npm.output()).toContain('Kikoa died (SIGKILL) and starts again in 1 s.')
    expect(second.database).toBe(first.database)
    const [, starter] = second.all
    process.kill(starter!, 'SIGKILL')
    await expect.poll(() => allEnded(second.all)).toBe(true)
  },
)

test.runIf(onLinux)(
  'a signal between two lives ends the database that the dead server has left',
  async () => {
    const npm = await npmStart()
    const { all, server } = await readyFamily(npm)
    process.kill(server, 'SIGKILL')
    await expect.poll(npm.output).toContain('starts again')
    npm.process.kill('SIGTERM')
    expect(await npm.ended).toBe(0)
    await expect.poll(() => allEnded(all)).toBe(true)
  },
)

test('a start that is refused is not repeated', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  onTestFinished(() => void taken.close())
  const { port } = taken.address() as { port: number }
  const npm = await npmStart({ PORT: String(port) })
  expect(await npm.ended).toBe(1)
  expect(npm.output().match(/Port \d+ is taken/g)).toHaveLength(1)
  expect(npm.output()).not.toContain('starts again')
  expect(await serverPid(npm.dataDir)).toBeUndefined()
})

/** Runs a program of the test instead of the server. */
async function serve(program: string) {
  const folder = await temporaryFolder()
  const file = join(folder, 'program.mjs')
  await writeFile(file, program)
  const code = `import { serve } from ${JSON.stringify(pathToFileURL(join(root, 'scripts/serve.mjs')).href)}
    process.exitCode = await serve(${JSON.stringify(file)})`
  return start(process.execPath, ['--input-type=module', '-e', code], { DATA_DIR: join(folder, 'data') })
}

test('the pauses grow, and after five deaths within a minute it gives up with a sentence', async () => {
  const { output, ended } = await serve(`console.log('began'); process.exit(7)`)
  expect(await ended).toBe(1)
  expect(output().match(/began/g)).toHaveLength(5)
  expect([...output().matchAll(/\(exit code 7\) and starts again in (\d+) s/g)].map(([, s]) => s)).toEqual([
    '1',
    '2',
    '4',
    '8',
  ])
  expect(output()).toMatch(/died 5 times within a minute and is not started again: .*\.\n$/)
})

test('a signal during a pause ends it at once', async () => {
  const started = await serve(`console.log('began'); process.exit(7)`)
  await expect.poll(started.output).toContain('again in 4 s')
  started.process.kill('SIGTERM')
  expect(await started.ended).toBe(0)
  expect(started.output().match(/began/g)).toHaveLength(3)
})

test('a server that dies by itself with code 1 is started again once it has been ready', async () => {
  const started = await serve(`process.send('ready', () => process.exit(1))`)
  await expect.poll(started.output).toContain('again in 2 s')
})
