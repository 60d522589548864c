import type { Statement } from '../../../../statements/statement.ts'
import { type ReadOptions, readTable } from '../read-table.ts'
import { MOST_ROWS, Unreadable } from '../unreadable.ts'
import { type Chunk, type Page, pageTables } from './pdf-tables.ts'

/** A statement of the most rows has 800 pages. */
const MOST_PAGES = 1_000
/** Texts of a page of the smallest letters, and of all pages. */
const MOST_OF_PAGE = 20_000
const MOST_TEXTS = MOST_ROWS * 30
/** The codes of the reader's `PasswordException`. */
const WRONG_PASSWORD = 2

/**
 * Reads a statement that is a PDF. No script of it runs, nothing is fetched, and no font or picture is read. It has no bound
 * on memory or time of its own: a thread gives them.
 * @param options.password of an encrypted file
 * @throws Unreadable `password`, `password-wrong`, `pdf-scanned` without text, and `pdf` for all that is damaged
 */
export async function readPdf(bytes: Uint8Array, options: ReadOptions): Promise<Statement> {
  const lines = pageTables(await pagesOf(bytes, options.password))
  return readTable('pdf', lines, options)
}

async function pagesOf(bytes: Uint8Array, password: string | undefined): Promise<Page[]> {
  const { getDocument } = await import('unpdf/pdfjs')
  const reading = getDocument({
    data: new Uint8Array(bytes),
    ...(password !== undefined && { password }),
    disableFontFace: true,
    useSystemFonts: false,
    useWorkerFetch: false,
    useWasm: false,
    enableXfa: false,
    isOffscreenCanvasSupported: false,
    isImageDecoderSupported: false,
    maxImageSize: 1,
    verbosity: 0,
  })
  try {
    const document = await reading.promise
    if (document.numPages > MOST_PAGES) throw new Unreadable('too-many-rows')
    const pages: Page[] = []
    let count = 0
    for (let number = 1; number <= document.numPages; number++) {
      // One page at a time is kept in memory.
      const page = await document.getPage(number)
      const view = page.getViewport({ scale: 1 })
      const chunks: Page = []
      // A page without end is left before all of it is read.
      for await (const { items } of page.streamTextContent() as AsyncIterable<TextContent>) {
        for (const item of items) if ('str' in item) chunks.push(...chunksOf(item, view))
        if (chunks.length > MOST_OF_PAGE) throw new Unreadable('too-many-rows')
      }
      page.cleanup()
      count += chunks.length
      if (count > MOST_TEXTS) throw new Unreadable('too-many-rows')
      pages.push(chunks)
    }
    if (!count) throw new Unreadable('pdf-scanned')
    return pages
  } catch (error) {
    if (error instanceof Unreadable) throw error
    const { name, code } = error as Error & { code?: number }
    if (name !== 'PasswordException') throw new Unreadable('pdf')
    throw new Unreadable(code === WRONG_PASSWORD ? 'password-wrong' : 'password')
  }
}

interface TextContent {
  items: (TextItem | object)[]
}

interface TextItem {
  str: string
  /** From the text's own coordinates to those of the page, of which the last two say where it begins. */
  transform: number[]
  width: number
}

/** The parts of a text, where two blanks or more separate them. What does not run from left to right is left out. */
function chunksOf(
  { str, transform, width }: TextItem,
  { transform: view }: { transform: number[] },
): Chunk[] {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = transform
  const [va = 0, vb = 0, vc = 0, vd = 0, ve = 0, vf = 0] = view
  const along = { x: va * a + vc * b, y: vb * a + vd * b }
  const height = Math.hypot(vb * c + vd * d, va * c + vc * d)
  if (!str.trim() || along.x <= 0 || Math.abs(along.y) > along.x / 20 || !(height > 0)) return []
  const left = va * e + vc * f + ve
  const baseline = vb * e + vd * f + vf
  const perLetter = width / str.length
  return [...str.matchAll(/[^\s\0]+(?: [^\s\0]+)*/g)].map(({ 0: text, index }) => ({
    text,
    left: left + index * perLetter,
    right: left + (index + text.length) * perLetter,
    baseline,
    height,
  }))
}
