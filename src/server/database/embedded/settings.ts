import { totalmem } from 'node:os'

/** Our part of PostgreSQL's configuration, included by its own file; `alter system` overrides both. */
export const settingsFile = 'kikoa.conf'

/** How clients reach the server: the folder of its Unix socket, or a port of the loopback. */
export type Door = { socketFolder: string } | { port: number }

/** What stands in that file for a start through this door. fsync and full_page_writes stay on, as they come. */
export function settings(door: Door): string {
  const values: Record<string, string | number> = {
    ...('port' in door
      ? { listen_addresses: '127.0.0.1', port: door.port, unix_socket_directories: '' }
      : { listen_addresses: '', unix_socket_directories: asListItem(door.socketFolder) }),
    unix_socket_permissions: '0700',
    max_connections: 200,
    shared_buffers: `${pagesInMemory()}MB`,
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A refused insert is our business, and would copy people's data into the log.
    log_min_messages: 'log',
    log_checkpoints: 'off',
    cluster_name: 'kikoa',
  }
  return Object.entries(values)
    .map(([name, value]) => `${name} = ${typeof value === 'number' ? value : quoted(value)}\n`)
    .join('')
}

/** Megabytes of its pages that the server may hold. It takes them as it reads, and none while nothing is asked. */
function pagesInMemory() {
  const mine = Math.min(process.constrainedMemory() || Infinity, totalmem())
  return Math.min(1024, Math.max(64, Math.floor(mine / 8 / 2 ** 20)))
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`

// The setting is a list: quotes keep a comma or blank of the path from ending the item.
const asListItem = (path: string) => `"${path.replaceAll('"', '""')}"`
