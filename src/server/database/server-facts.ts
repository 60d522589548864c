/** What a server of the operator's says about itself and about us. */
export interface ServerFacts {
  /** As PostgreSQL counts it: 150004 is 15.4. */
  version: number
  versionText: string
  encoding: string
  isReplica: boolean
  login: string
  database: string
  mayCreateSchemas: boolean
  mayCreateTables: boolean | null
}

/**
 * Why this server can't hold our database.
 * @param place how the operator knows it: host and port.
 * @returns one sentence, or undefined when it can.
 */
export function refusalOf(facts: ServerFacts, place: string): string | undefined {
  const { version, versionText, encoding, isReplica, login, database } = facts
  if (version < 150_000)
    return `Kikoa needs PostgreSQL 15 or newer, and the server at ${place} is PostgreSQL ${versionText}.`
  if (isReplica)
    return `PostgreSQL at ${place} is a replica, which only reads: DATABASE_URL must name its primary.`
  if (encoding !== 'UTF8')
    return `The database "${database}" at ${place} has the encoding ${encoding}, and Kikoa needs one made with UTF8.`
  const missing = [
    ...(facts.mayCreateSchemas ? [] : [`grant create on database ${name(database)} to ${name(login)};`]),
    ...(facts.mayCreateTables ? [] : [`grant create, usage on schema public to ${name(login)};`]),
  ]
  if (missing.length === 0) return undefined
  return `The user "${login}" may not create tables in the database "${database}" at ${place}: run as an administrator: ${missing.join(' ')}`
}

const name = (text: string) => `"${text.replaceAll('"', '""')}"`
