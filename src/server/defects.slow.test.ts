import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const here = import.meta.dirname

/** Runs a process with `endOnDefects` and the given stop, which then runs the given code. */
async function run(stop: string, act: string) {
  const program = `
    import { endOnDefects } from ${JSON.stringify(`${here}/defects.ts`)}
    import { createLog } from ${JSON.stringify(`${here}/log.ts`)}
    endOnDefects(createLog('info'), ${stop})
    setInterval(() => {}, 1000)
    ${act}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [said, logged] = ['', '']
  child.stdout.on('data', (part) => (said += String(part)))
  child.stderr.on('data', (part) => (logged += String(part)))
  const [code] = await once(child, 'close')
  return { code, said, lines: logged.trim().split('\n') }
}

const good = `async () => console.log('stopped')`

test.each([
  ['a rejected promise that nobody handles', 'Promise.reject(new Error("the cause"))'],
  ['an error that is thrown in a callback', 'setTimeout(() => { throw new Error("the cause") })'],
  ['several of them', 'for (let n = 0; n < 8; n++) Promise.reject(new Error("the cause"))'],
])('%s is logged once, stops the process in order, and ends it with 1', async (_, act) => {
  const { code, said, lines } = await run(good, act)
  expect([code, said]).toEqual([1, 'stopped\n'])
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('the cause')
  expect(lines[0]).toContain('that nobody handles')
})

test.each([
  ['never ends', 'async () => new Promise(() => {})'],
  ['fails', 'async () => { throw new Error("another") }'],
])('a stop that %s does not keep the process', async (_, stop) => {
  expect((await run(stop, 'Promise.reject(new Error("the cause"))')).code).toBe(1)
})
