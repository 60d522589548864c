/** Twice the room that a logo gets, for sharp screens. */
const WIDTH = 640
const HEIGHT = 160
/** What the server takes, less what base64 adds. */
const MOST_BYTES = 64_000

/**
 * Draws a picture of any kind that the browser knows small enough to be a logo. What was in the file beside the
 * picture (a script of an SVG, where a photo was taken) stays behind. Gives base64.
 * @throws DOMException for what is no picture, RangeError for one that stays too large.
 */
export async function drawLogo(file: File): Promise<string> {
  const picture = new Image()
  picture.src = await dataAddress(file)
  await picture.decode()
  // An SVG may have no size of its own.
  const [width, height] = [picture.naturalWidth || WIDTH, picture.naturalHeight || HEIGHT]
  for (let scale = Math.min(WIDTH / width, HEIGHT / height, 1); scale > 0.02; scale *= 0.7) {
    const drawn = await draw(picture, width * scale, height * scale)
    if (drawn.size <= MOST_BYTES) return (await dataAddress(drawn)).split(',')[1]!
  }
  throw new RangeError('the picture stays too large')
}

function draw(picture: HTMLImageElement, width: number, height: number): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((done, fail) => {
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new RangeError('the picture can not be drawn'))),
      'image/png',
    )
  })
}

const dataAddress = (blob: Blob): Promise<string> =>
  new Promise((done, fail) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => done(reader.result as string))
    reader.addEventListener('error', () => fail(reader.error ?? new DOMException('unreadable')))
    reader.readAsDataURL(blob)
  })
