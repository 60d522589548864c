import { randomBytes } from 'node:crypto'
import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serverPid, stateOf, temporaryDataDir, until, visit } from '../testing/visit.ts'

/** Damage to the small files beside the data, by a power loss or by hand. A start recovers from it. */

const pidFile = (dataDir: string) => join(dataDir, 'postgres', 'data', 'postmaster.pid')
const socketLock = (dataDir: string) => join(dataDir, 'postgres', 'run', '.s.PGSQL.5432.lock')
const passwordOf = (dataDir: string, role: 'owner' | 'administrator') =>
  join(dataDir, 'postgres', `${role}.password`)

/** A data folder after a power loss: all processes are killed, and their files remain. */
async function afterPowerLoss() {
  const dataDir = await temporaryDataDir()
  const visitor = visit(dataDir)
  await visitor.met
  // Stopped first, or it would restart the server before it is killed itself.
  visitor.process.kill('SIGSTOP')
  const server = (await serverPid(dataDir))!
  process.kill(server, 'SIGKILL')
  await visitor.kill()
  await until(async () => [undefined, 'Z'].includes(await stateOf(server)))
  return dataDir
}

const damages = {
  empty: Buffer.alloc(0),
  'full of zeros': Buffer.alloc(100),
  garbage: Buffer.from('\u0007 no number\n'),
}

test.each(Object.entries(damages))(
  'a postmaster.pid that is %s does not keep it from starting',
  async (_, text) => {
    const dataDir = await afterPowerLoss()
    await writeFile(pidFile(dataDir), text)
    expect((await visit(dataDir).met).refused).toBeUndefined()
  },
)

test.each(Object.entries(damages))(
  "a socket's lock that is %s does not keep it from starting",
  async (_, text) => {
    const dataDir = await afterPowerLoss()
    await writeFile(socketLock(dataDir), text)
    expect((await visit(dataDir).met).refused).toBeUndefined()
  },
)

test.runIf(process.platform === 'linux')(
  'a damaged postmaster.pid stays while its server lives, and the start waits for its end',
  async () => {
    const dataDir = await temporaryDataDir()
    const killed = visit(dataDir)
    const { server } = (await killed.met).up!
    const pid = (await serverPid(dataDir))!
    await killed.kill()
    await writeFile(pidFile(dataDir), '')
    const next = visit(dataDir)
    await until(() => next.lines.some((line) => line.includes(`process ${pid}`)))
    expect(await readFile(pidFile(dataDir), 'utf8')).toBe('')
    expect(await stateOf(pid)).toBeDefined()
    process.kill(pid, 'SIGINT')
    expect((await next.met).up!.server).not.toBe(server)
  },
)

const lost = (file: string) => rm(file)
const emptied = (file: string) => writeFile(file, '')
const zeroed = (file: string) => writeFile(file, Buffer.alloc(32))
const another = (file: string) => writeFile(file, randomBytes(24).toString('base64url'))

test.each(
  (['owner', 'administrator'] as const).flatMap((role) =>
    Object.entries({ lost, emptied, zeroed, another }).map(([name, damage]) => ({ role, name, damage })),
  ),
)('the password of the $role is replaced when its file is $name', async ({ role, damage }) => {
  const dataDir = await temporaryDataDir()
  const first = visit(dataDir)
  await first.met
  await first.stop()
  await damage(passwordOf(dataDir, role))
  const next = visit(dataDir)
  expect((await next.met).refused).toBeUndefined()
  await next.stop()
  const file = passwordOf(dataDir, role)
  expect(await readFile(file, 'utf8')).toMatch(/^[\w-]{32}$/)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await visit(dataDir).met).refused).toBeUndefined()
})

test("a running server whose administrator's password is lost is left alone, and the sentence says what to do", async () => {
  const dataDir = await temporaryDataDir()
  const first = visit(dataDir)
  await first.met
  const pid = await serverPid(dataDir)
  await rm(passwordOf(dataDir, 'administrator'))
  const { refused } = await visit(dataDir).met
  expect(refused).toEqual({
    name: 'StartError',
    message: expect.stringMatching(new RegExp(`stop .* \\(process ${pid}\\).*start again\\.$`)),
  })
  expect(await serverPid(dataDir)).toBe(pid)
})
