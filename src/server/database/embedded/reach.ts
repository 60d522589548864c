import { constants, type Stats } from 'node:fs'
import { access, lchown, readdir, realpath, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Account } from './account.ts'

/** Whether the account can pass through a folder and all folders above it. */
export async function canEnter(folder: string, account: Account | undefined): Promise<boolean> {
  if (!account) return passes(access(folder, constants.X_OK))
  for (let at = await realpath(folder); ; at = dirname(at)) {
    if (!allows(await stat(at), account, 1)) return false
    if (at === dirname(at)) return true
  }
}

/** Whether the account can read a file, or list a folder, and pass through all folders above it. */
export async function canRead(path: string, account: Account | undefined): Promise<boolean> {
  if (!account) return passes(access(path, constants.R_OK))
  const there = await realpath(path).catch(() => undefined)
  if (!there) return false
  return allows(await stat(there), account, 4) && (await canEnter(dirname(there), account))
}

/** Hands a file or a whole folder to the account. Does nothing where this program is no root. */
export async function handOver(path: string, account: Account | undefined): Promise<void> {
  if (!account) return
  await lchown(path, account.uid, account.gid)
  const below = await readdir(path, { withFileTypes: true }).catch(() => [])
  for (const entry of below) {
    const there = join(path, entry.name)
    await (entry.isDirectory() ? handOver(there, account) : lchown(there, account.uid, account.gid))
  }
}

// The mode's three digits, as the kernel reads them for a process without further groups.
function allows({ mode, uid, gid }: Stats, account: Account, bit: 1 | 4) {
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return Boolean((mode >> shift) & bit)
}

const passes = (asked: Promise<void>) =>
  asked.then(
    () => true,
    () => false,
  )
