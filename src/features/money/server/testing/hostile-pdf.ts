import { deflateSync } from 'node:zlib'

/** PDFs that are made to fill the memory, or never to end. */

/** A PDF of these objects, of which the first is the catalog. */
export function pdfOf(...objects: (string | Buffer)[]): Buffer {
  const parts = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let length = parts[0]!.length
  for (const [at, object] of objects.entries()) {
    const part = Buffer.concat([
      Buffer.from(`${at + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ])
    places.push(length)
    parts.push(part)
    length += part.length
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${length}\n%%EOF`
  return Buffer.concat([...parts, Buffer.from(end)])
}

const stream = (entries: string, data: Buffer) =>
  Buffer.concat([
    Buffer.from(`<<${entries}/Length ${data.length}>>\nstream\n`),
    data,
    Buffer.from('\nendstream'),
  ])

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'
const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const PAGE = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>'
const FONT = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
const packed = (megabytes: number) => deflateSync(Buffer.alloc(megabytes * 1024 * 1024, ' '))

/** Each with the reasons of which one is given. */
export const hostilePdfs: Readonly<Record<string, () => { file: Buffer; reasons: string[] }>> = {
  'a page that unpacks to 600 MB': () => ({
    file: pdfOf(CATALOG, PAGES, PAGE, stream('/Filter/FlateDecode', packed(600)), FONT),
    reasons: ['unpacked'],
  }),
  'a page that is packed twice': () => ({
    file: pdfOf(
      CATALOG,
      PAGES,
      PAGE,
      stream('/Filter[/FlateDecode/FlateDecode]', deflateSync(packed(600))),
      FONT,
    ),
    reasons: ['unpacked'],
  }),
  'objects in a stream that unpacks to 600 MB': () => ({
    file: pdfOf(
      CATALOG,
      PAGES,
      PAGE,
      stream('/Type/ObjStm/N 1/First 5/Filter/FlateDecode', packed(600)),
      FONT,
    ),
    reasons: ['unpacked', 'pdf-scanned'],
  }),
  'millions of words on a page': () => ({
    file: pdfOf(
      CATALOG,
      PAGES,
      PAGE,
      stream(
        '/Filter/FlateDecode',
        deflateSync(Buffer.from(`BT /F 9 Tf ${'1 0 0 1 5 5 Tm (a) Tj '.repeat(2_000_000)}ET`)),
      ),
      FONT,
    ),
    reasons: ['unpacked', 'too-many-rows', 'slow'],
  }),
  'a million pages': () => ({
    file: pdfOf(
      CATALOG,
      `<</Type/Pages/Kids[${'3 0 R '.repeat(200_000)}]/Count 1000000>>`,
      PAGE,
      stream('', Buffer.from(' ')),
    ),
    reasons: ['too-many-rows', 'pdf'],
  }),
  'pages that contain themselves': () => ({
    file: pdfOf(CATALOG, '<</Type/Pages/Kids[2 0 R 2 0 R]/Count 900>>'),
    reasons: ['pdf', 'pdf-scanned'],
  }),
  'a million brackets': () => ({
    file: pdfOf(CATALOG, PAGES, PAGE, '['.repeat(1_000_000)),
    reasons: ['pdf', 'pdf-scanned'],
  }),
  // These ended the process that had the thread, because one list is larger than all that the thread may have.
  'a table of two billion objects': () => ({
    file: Buffer.from(
      `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n2 0 obj\n<</Type/XRef/Size 2000000000/W[0 0 0]/Index[0 2000000000]/Root 1 0 R/Length 1>>\nstream\n0\nendstream\nendobj\nstartxref\n54\n%%EOF`,
    ),
    reasons: ['unpacked', 'slow'],
  }),
  'the widths of two billion letters': () => ({
    file: pdfOf(
      CATALOG,
      PAGES,
      PAGE,
      stream('', Buffer.from('BT /F 9 Tf (abc) Tj ET')),
      '<</Type/Font/Subtype/Type0/BaseFont/A/Encoding/Identity-H/DescendantFonts[<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/W[0 2000000000 500]>>]>>',
    ),
    reasons: ['unpacked', 'slow'],
  }),
  'a script that never ends': () => ({
    file: pdfOf(
      '<</Type/Catalog/Pages 2 0 R/OpenAction<</S/JavaScript/JS(while\\(true\\){})>>>>',
      PAGES,
      PAGE,
      stream('', Buffer.from(' ')),
      FONT,
    ),
    reasons: ['pdf-scanned'],
  }),
}

/** A PDF whose forms draw each other a billion times. */
export const endlessPdf = (): Buffer =>
  pdfOf(
    CATALOG,
    PAGES,
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>/XObject<</X 6 0 R>>>>>>',
    stream('', Buffer.from('/X Do')),
    FONT,
    ...Array.from({ length: 9 }, (_, at) =>
      stream(
        `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</Font<</F 5 0 R>>/XObject<</X ${Math.min(7 + at, 14)} 0 R>>>>`,
        Buffer.from(`BT /F 9 Tf (a) Tj ET ${'/X Do '.repeat(10)}`),
      ),
    ),
  )
