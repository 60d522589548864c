import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import { StartError } from '../start-error.ts'
import { writeWholeFile } from './backup.ts'

/** Where scheduled backups are stored. */
export interface BackupTarget {
  /** Stores a backup completely or not at all. @returns what `write` returns, and the size. */
  store<T>(name: string, write: (out: Writable) => Promise<T>): Promise<T & { bytes: number }>
  /** The names of all scheduled backups. */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
}

/** The name of a scheduled backup. Names are in the order of time: `kikoa-2026-11-23T073705Z.backup`. */
export const backupName = (now: Date) =>
  `kikoa-${now.toISOString().replaceAll(':', '').replace(/\.\d+/, '')}.backup`

export const isBackupName = (name: string) => /^kikoa-\d{4}-\d\d-\d\dT\d{6}Z\.backup$/.test(name)

/** Removes all but the newest backups of a target. @returns the removed names. */
export async function removeOld(target: BackupTarget, keep: number): Promise<string[]> {
  const names = await target.list()
  const old = names.filter(isBackupName).sort().toReversed().slice(keep)
  for (const name of old) await target.remove(name)
  return old
}

/** A folder, which is made if it is missing. */
export function folderTarget(folder: string): BackupTarget {
  return {
    async store(name, write) {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: Error) => {
        throw new StartError(`The folder ${folder} of BACKUP_TO can't be made: ${cause.message}.`, { cause })
      })
      return writeWholeFile(join(folder, name), write)
    },
    list: () => readdir(folder),
    remove: (name) => rm(join(folder, name), { force: true }),
  }
}
