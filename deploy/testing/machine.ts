import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

/** A machine with systemd that is thrown away. It begins with this machine's disk, and shares its network. */
export interface Machine {
  /**
   * Runs a script as root.
   * @returns what it printed.
   * @throws Error with everything that it printed, if a command of it failed.
   */
  run(script: string): Promise<string>
  close(): Promise<void>
}

const BOOT_MS = 60_000
/** Variables of this machine that decide how packages are fetched. */
const KEPT = /^(https?_proxy|no_proxy|npm_config_(registry|cafile)|NODE_EXTRA_CA_CERTS|PATH|HOME)$/i

/**
 * @param project is the folder that is /srv/kikoa in the machine, read-only.
 * @param variables are known to every script.
 * @returns undefined, with one sentence on standard error, where such a machine can't be started.
 */
export async function openMachine(
  project: string,
  variables: Record<string, string>,
): Promise<Machine | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'kikoa-machine-'))
  const starter = spawn(
    'unshare',
    [
      '--mount',
      '--pid',
      '--fork',
      '--kill-child',
      '--uts',
      '--ipc',
      '--cgroup',
      join(import.meta.dirname, 'machine.sh'),
      folder,
      project,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  )
  const complaints = text(starter.stderr)
  const ended = once(starter, 'exit').catch(() => {})
  const close = async () => {
    starter.kill('SIGKILL')
    await ended
    await rmdir(folder)
  }
  const kept = Object.entries(process.env).filter(([name]) => KEPT.test(name))
  const env = {
    LANG: 'C.UTF-8',
    DEBIAN_FRONTEND: 'noninteractive',
    ...Object.fromEntries(kept),
    ...variables,
  }
  const run = async (script: string) => {
    const child = spawn(
      'nsenter',
      [
        '--target',
        String(await firstProcess(starter)),
        '--mount',
        '--pid',
        '--uts',
        '--ipc',
        '--cgroup',
        '--root',
        'bash',
        '-euo',
        'pipefail',
        '-c',
        `cd /\nexec 2>&1\n${script}`,
      ],
      { env, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
    if (code !== 0) throw new Error(`This ended with exit code ${code}:\n${script}\nIt printed:\n${output}`)
    return output
  }

  const deadline = Date.now() + BOOT_MS
  while (Date.now() < deadline && starter.exitCode === null) {
    const state = await run('systemctl is-system-running || true').catch(() => '')
    if (/running|degraded/.test(state)) return { run, close }
    await sleep(200)
  }
  await close()
  process.stderr.write(
    `The operator's pages are not tested: no machine can be started. ${await complaints}\n`,
  )
  return undefined
}

/** The process of systemd, as this machine numbers it. */
async function firstProcess(starter: ChildProcess): Promise<number> {
  const children = await readFile(`/proc/${starter.pid}/task/${starter.pid}/children`, 'utf8')
  return Number(children.split(' ')[0])
}
