import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const squeezable = /\.(?:js|css|svg)$/
/** Smaller files gain nothing: they fit into one packet as they are. */
const WORTH_IT = 1000

/** Puts a Brotli and a gzip form beside every script, style sheet and drawing of a folder, at the end of a build. */
export async function compressFiles(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => squeezable.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const content = await readFile(path)
      if (content.length < WORTH_IT) return
      await writeFile(`${path}.br`, await promisify(brotliCompress)(content))
      await writeFile(`${path}.gz`, await promisify(gzip)(content, { level: 9 }))
    }),
  )
}
