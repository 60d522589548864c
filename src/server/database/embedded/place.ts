import { join } from 'node:path'

/** Where the parts of one database stand inside its home. */
export interface Place {
  /** All of it: made whole or not at all. */
  root: string
  /** PostgreSQL's own data folder. */
  data: string
  log: string
  /** The passwords of PostgreSQL's administrator and of our log-in role. */
  administratorPassword: string
  ownerPassword: string
}

/** The database's place in a home, or in a draft of another name beside it. */
export function placeIn(home: string, name = 'postgres'): Place {
  const root = join(home, name)
  return {
    root,
    data: join(root, 'data'),
    log: join(root, 'postgresql.log'),
    administratorPassword: join(root, 'administrator.password'),
    ownerPassword: join(root, 'owner.password'),
  }
}
