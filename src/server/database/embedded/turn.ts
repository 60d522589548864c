import { chmod, chown, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../start-error.ts'

export const lockFile = 'starting.lock'

const SQLITE_BUSY = 5

/**
 * Does `work` while nobody else does theirs in the same folder, in this process or another one.
 * An empty SQLite file serves as the lock, because it is the only one Node offers on every system that the kernel
 * lets go when its holder is killed: a file with a process id in it outlives its writer.
 * @throws StartError when the folder holds no lock for this user.
 */
export async function inTurn<T>(folder: string, work: () => Promise<T>): Promise<T> {
  const file = join(folder, lockFile)
  const lock = open(file)
  try {
    if (process.getuid?.() === 0) await belongLike(folder, file)
    while (!taken(lock, file)) await sleep(15)
    return await work()
  } finally {
    lock.close()
  }
}

// What root has started today, the folder's owner may start tomorrow.
async function belongLike(folder: string, file: string) {
  const { uid, gid } = await stat(folder)
  await chown(file, uid, gid)
  await chmod(file, 0o600)
}

function open(file: string) {
  try {
    return new DatabaseSync(file)
  } catch (error) {
    throw unusable(file, error)
  }
}

function taken(lock: DatabaseSync, file: string) {
  try {
    lock.exec('begin exclusive')
    return true
  } catch (error) {
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return false
    throw unusable(file, error)
  }
}

function unusable(file: string, cause: unknown) {
  return new StartError(`The file ${file} can't be locked (${(cause as Error).message}).`, { cause })
}
