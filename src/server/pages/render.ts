import { fork, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { RenderAnswer, RenderedPage, RenderOrder } from './rendered.ts'

const child = fileURLToPath(new URL('render-child.ts', import.meta.url))

/**
 * Renders all pages in a process of its own, which knows none of this one's settings. Fails with what the child
 * says, or when it has said nothing for a minute. `onStart` receives the process, to stop it early.
 */
export function renderPages(
  order: RenderOrder,
  onStart: (child: ChildProcess) => void,
): Promise<RenderedPage[]> {
  const { promise, resolve, reject } = Promise.withResolvers<RenderedPage[]>()
  const process_ = fork(child, {
    execArgv: [],
    env: { NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  })
  onStart(process_)
  let complaint = ''
  process_.stderr
    ?.setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-4000)))
  process_.once('message', (answer: RenderAnswer) => {
    if ('pages' in answer) resolve(answer.pages)
    else reject(new Error(`${answer.failure}\n${complaint}`.trim()))
  })
  process_.on('error', reject)
  process_.once('close', () => reject(new Error(`The pages could not be rendered.\n${complaint}`.trim())))
  process_.send(order)
  return promise
}
