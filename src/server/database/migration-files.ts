import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { rolesOf } from './role-names.ts'

/** One file of the migrations' folder. */
export interface Migration {
  /** The file's name without its ending: `0001_database`. */
  name: string
  /** Of the file as it stands, before the roles are filled in, with line ends as on Unix. */
  sha256: string
  sql: string
}

/**
 * Reads the files `NNNN_name.sql` in order of their numbers, with the roles filled in: `{{user}}`, `{{admin}}` and
 * `{{service}}` become a role's quoted name, `{{user:literal}}` and so on the name as a string literal.
 * @throws Error for a file of another name, a number that stands twice, or a placeholder that is none of these.
 */
export async function readMigrations(folder: string, prefix: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  for (const [at, file] of files.entries()) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(file))
      throw new Error(`${file} is no name of a migration: NNNN_name.sql`)
    if (files[at + 1]?.startsWith(file.slice(0, 5)))
      throw new Error(`two migrations have the number of ${file}`)
  }
  return Promise.all(
    files.map(async (file) => {
      const text = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
      return {
        name: file.slice(0, -'.sql'.length),
        sha256: createHash('sha256').update(text).digest('hex'),
        sql: withRoles(text, file, prefix),
      }
    }),
  )
}

function withRoles(text: string, file: string, prefix: string) {
  const { user, admin, service } = rolesOf(prefix)
  const names: Record<string, string> = { user, admin, service }
  return text.replace(/\{\{([^{}]*)\}\}/g, (placeholder, inside: string) => {
    const [role = '', form] = inside.split(':')
    const name = names[role]
    if (name === undefined || (form !== undefined && form !== 'literal'))
      throw new Error(`${file} has an unknown placeholder: ${placeholder}`)
    return form ? pg.escapeLiteral(name) : pg.escapeIdentifier(name)
  })
}
