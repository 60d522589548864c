import { chmod, lstat, mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { StartError } from '../../start-error.ts'
import type { Account } from './account.ts'
import { type Home, shortName } from './home.ts'
import { placeIn } from './place.ts'
import { handOver } from './reach.ts'
import type { Door } from './settings.ts'

// sockaddr_un holds 108 bytes on Linux and 104 on macOS, the final zero included.
const LONGEST = 103
/** The socket's name in its folder. */
export const SOCKET = '/.s.PGSQL.5432'

/**
 * The folder of the Unix socket: inside the database's place, or, when that path is too long for a socket, a short
 * one of a fixed name that nobody else could have laid out for us.
 * @throws StartError when every such name is taken by somebody else.
 */
export async function socketFolder({ folder, account }: Home): Promise<string> {
  const name = `kikoa-${shortName(folder)}`
  const choices = [
    join(placeIn(folder).root, 'run'),
    join('/tmp', name),
    join('/var/tmp', name),
    join('/run', name),
  ]
  for (const choice of choices) {
    if (Buffer.byteLength(choice + SOCKET) > LONGEST) continue
    if (await own(choice, account)) return choice
  }
  throw new StartError(`No folder can hold the database's socket: ${choices.at(1)} belongs to another user.`)
}

/** Makes the folder, or finds it as we make it: no link, ours, closed to everybody else. */
async function own(folder: string, account: Account | undefined) {
  try {
    await mkdir(folder, { mode: 0o700 })
    await handOver(folder, account)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') return false
  }
  const found = await lstat(folder)
  if (!found.isDirectory() || found.uid !== (account?.uid ?? process.getuid?.())) return false
  await chmod(folder, 0o700)
  return true
}

/** A free port of the loopback, for systems without Unix sockets: the earlier one as long as it is free. */
export async function freePort(earlier = 0): Promise<Door & { port: number }> {
  const server = createServer()
  const port = await new Promise<number>((resolve) => {
    server.on('error', () => resolve(0))
    server.listen({ port: earlier, host: '127.0.0.1', exclusive: true }, () => {
      resolve((server.address() as { port: number }).port)
    })
  })
  await new Promise((closed) => server.close(closed))
  return port === 0 ? freePort() : { port }
}
