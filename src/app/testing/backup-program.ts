import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { environment } from './environment.ts'

const root = resolve(import.meta.dirname, '../../..')

/** How a command ended: its exit code (null after a signal), and what it printed. */
export interface Ended {
  code: number | null
  out: string
  err: string
}

/** Starts `npm run backup` or `npm run restore` as a process, without npm. */
export function startCommand(args: string[], env: Record<string, string>) {
  const child = spawn(process.execPath, [resolve(root, 'src/app/backup.ts'), ...args], {
    cwd: root,
    env: { ...environment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed = Promise.all([text(child.stdout), text(child.stderr)])
  const ended = new Promise<Ended>((done, fail) => {
    child.once('exit', (code) => {
      printed.then(([out, err]) => done({ code, out, err }), fail)
    })
  })
  return { child, ended }
}

/** Runs the command to its end. */
export const runCommand = (args: string[], env: Record<string, string>) => startCommand(args, env).ended
