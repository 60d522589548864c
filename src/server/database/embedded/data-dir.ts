import { access, chmod, constants, mkdir, readdir, realpath, stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { StartError } from '../../start-error.ts'
import { lockFile } from './turn.ts'

/**
 * Creates the data folder, or narrows one of ours to 0711: PostgreSQL's user passes through, and lists nothing.
 * @returns its true path.
 * @throws StartError when it can't be written.
 */
export async function openDataDir(dataDir: string): Promise<string> {
  try {
    const made = await mkdir(dataDir, { recursive: true, mode: 0o711 })
    const folder = await realpath(dataDir)
    await access(folder, constants.W_OK | constants.X_OK)
    const held = await readdir(folder)
    const isOwner = (await stat(folder)).uid === process.getuid?.()
    // A folder that serves others too, such as /srv, keeps its mode.
    const isOurs = made !== undefined || held.length === 0 || held.includes(lockFile)
    if (isOwner && isOurs) await chmod(folder, 0o711)
    return folder
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new StartError(
      `The data folder ${dataDir} can't be written by the user ${userName()} (${code}): set DATA_DIR to a folder that can.`,
      { cause },
    )
  }
}

// A container may run under a number that its system has no name for.
function userName() {
  try {
    return userInfo().username
  } catch {
    return process.getuid?.()
  }
}
