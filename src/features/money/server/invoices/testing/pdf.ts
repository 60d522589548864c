import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { hasProgram } from '../../../../../app/testing/debian-package.ts'

const run = promisify(execFile)

/** Whether this machine has the programs that read a PDF. */
export const hasPdfPrograms = () => hasProgram('pdftotext', 'poppler-utils')

async function readWith(program: string, args: string[], pdf: Buffer): Promise<string> {
  const reading = run(program, args)
  reading.child.stdin!.end(pdf)
  return (await reading).stdout
}

/** The pictures of a PDF: the width, height and encoding of each, a mask included. */
export async function picturesOfPdf(pdf: Buffer) {
  const [, , ...rows] = (await readWith('pdfimages', ['-list', '-'], pdf)).trim().split('\n')
  return rows.map((row) => {
    const [, , type, width, height, , , , encoding] = row.trim().split(/ +/)
    return { type, width: Number(width), height: Number(height), encoding }
  })
}

/** The text of a PDF as it is laid out, with plain blanks. */
export const textOfPdf = async (pdf: Buffer): Promise<string> =>
  (await readWith('pdftotext', ['-layout', '-', '-'], pdf)).replaceAll('\u00a0', ' ')
