import { spawn } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { environment, giveUp, onStop, root, run, runtime } from './prepare.mjs'

// After a signal everything ends within 10 s. The remaining 2 s are for stopping the database.
const STOP_MS = 8_000
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 30_000
const MOST_DEATHS = 5
const MINUTE_MS = 60_000

/**
 * Runs the server until this program gets a signal, and starts it again when it dies. A first start that was refused
 * (exit code 1 before it was ready) is not repeated. Gives the exit code.
 */
export async function serve(program, env = environment()) {
  const stop = new AbortController()
  const release = onStop(() => stop.abort())
  try {
    return await serveUntil(stop.signal, program, env)
  } finally {
    release()
  }
}

async function serveUntil(stop, program, env) {
  let deaths = []
  let pause = FIRST_PAUSE_MS
  let wasReady = false
  for (;;) {
    const began = Date.now()
    const { code, signal, isReady } = await runOnce(stop, program, env)
    wasReady ||= isReady
    if (code === 0 || (code === 1 && !wasReady)) return code
    if (stop.aborted) return stopDatabase(env, signal === 'SIGKILL' ? 1 : 0)

    const now = Date.now()
    deaths = [...deaths.filter((at) => now - at < MINUTE_MS), now]
    if (deaths.length >= MOST_DEATHS) {
      console.error(
        `Kikoa died ${MOST_DEATHS} times within a minute and is not started again: the lines above say why.`,
      )
      return stopDatabase(env, 1)
    }
    if (now - began >= MINUTE_MS) pause = FIRST_PAUSE_MS
    console.error(`Kikoa died (${signal ?? `exit code ${code}`}) and starts again in ${pause / 1000} s.`)
    await sleep(pause, undefined, { signal: stop }).catch(() => {})
    if (stop.aborted) return stopDatabase(env, 0)
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
  }
}

/** Runs the program once. It sends `ready` over the IPC channel, which closes when this process ends. */
function runOnce(stop, program, env) {
  return new Promise((done) => {
    const child = spawn(runtime(), [program], {
      cwd: root,
      env,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    })
    let isReady = false
    let deadline
    const end = () => {
      // Windows has no signals. A closed channel makes the program stop in order.
      if (process.platform === 'win32') child.disconnect()
      else child.kill('SIGTERM')
      deadline = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    }
    stop.addEventListener('abort', end)
    if (stop.aborted) end()
    child.on('message', (text) => (isReady ||= text === 'ready'))
    child.on('error', (error) => giveUp(`${program} could not be started: ${error.message}.`))
    child.on('exit', (code, signal) => {
      stop.removeEventListener('abort', end)
      clearTimeout(deadline)
      done({ code, signal, isReady })
    })
  })
}

/** Stops an embedded database that a dead server has left running, and gives the exit code. */
async function stopDatabase(env, code) {
  return (await run(runtime(), ['src/app/stop-database.ts'], { env })) || code
}
