import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism, constants, getPriority } from 'node:os'
import { expect, test, vi } from 'vitest'

// A new copy of the module has the full cost, which `testing/cheap-auth.ts` lowers for all other tests.
vi.resetModules()
const { hashPassword, inTurn, isOutdated, passwordMatches } = await import('./hashing.ts')

test('a hash is argon2id with 64 MiB, three passes and one lane, and matches its password alone', async () => {
  const kept = await hashPassword('Kasuku-7')
  expect(kept).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$/)
  expect(isOutdated(kept)).toBe(false)
  expect(isOutdated(kept.replace('t=3', 't=2'))).toBe(true)
  expect(await passwordMatches('Kasuku-7', kept)).toBe(true)
  expect(await passwordMatches('kasuku-7', kept)).toBe(false)
  expect(await passwordMatches('Kasuku-7', null)).toBe(false)
})

test('as many run at once as there are cores, a bounded queue waits, and who comes then is refused', async () => {
  const cores = availableParallelism()
  let running = 0
  let most = 0
  const release: (() => void)[] = []
  const work = () =>
    inTurn(async () => {
      most = Math.max(most, ++running)
      await new Promise<void>((done) => release.push(done))
      running--
    })
  const all = Array.from({ length: cores * 11 + 3 }, work)
  const outcomes = Promise.allSettled(all)
  const refused = await Promise.allSettled(all.slice(-3))
  expect(refused.map((one) => one.status === 'rejected' && one.reason.name)).toEqual(
    Array(3).fill('HashingBusy'),
  )
  while (release.length > 0) {
    release.shift()!()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect((await outcomes).filter(({ status }) => status === 'fulfilled')).toHaveLength(cores * 11)
  expect(most).toBe(cores)
  await expect(inTurn(async () => Promise.reject(new Error('broke')))).rejects.toThrow('broke')
  expect(await inTurn(async () => 'goes on')).toBe('goes on')
})

test.runIf(process.platform === 'linux')('hashing stands behind all other work of the program', async () => {
  const before = getPriority()
  await Promise.all([hashPassword('Kasuku-7'), hashPassword('Kasuku-8')])
  expect(getPriority()).toBe(before)
  // Niceness is the 19th field. The second one, a name in parentheses, may contain blanks (proc_pid_stat(5)).
  const niceness = readdirSync('/proc/self/task').map((thread) =>
    Number(readFileSync(`/proc/self/task/${thread}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[16]),
  )
  expect(niceness).toContain(constants.priority.PRIORITY_BELOW_NORMAL)
})

test('what is kept and is no hash is an error, and the next one is compared', async () => {
  const kept = await hashPassword('Kasuku-7')
  await expect(passwordMatches('Kasuku-7', 'no hash')).rejects.toThrow('Decoding failed')
  expect(await passwordMatches('Kasuku-7', kept)).toBe(true)
})
