interface Drawing {
  /** The size that it has to fit in, in pixels. */
  width: number
  height: number
  type: 'image/png' | 'image/jpeg'
}

/** The most bytes that the server takes. */
const MOST_BYTES = 64_000

/**
 * Redraws a picture of any format of the browser, smaller until it has few enough bytes. This drops scripts of an SVG and
 * metadata of a photo.
 * @returns base64
 * @throws DOMException if the file is no picture, RangeError if it cannot be made small enough
 */
export async function drawPicture(
  file: File,
  { width: most, height: tallest, type }: Drawing,
): Promise<string> {
  const picture = new Image()
  picture.src = await dataAddress(file)
  await picture.decode()
  // An SVG may have no size of its own.
  const [width, height] = [picture.naturalWidth || most, picture.naturalHeight || tallest]
  for (let scale = Math.min(most / width, tallest / height, 1); scale > 0.02; scale *= 0.7) {
    const drawn = await draw(picture, width * scale, height * scale, type)
    if (drawn.size <= MOST_BYTES) return (await dataAddress(drawn)).split(',')[1]!
  }
  throw new RangeError('the picture stays too large')
}

function draw(
  picture: HTMLImageElement,
  width: number,
  height: number,
  type: Drawing['type'],
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = canvas.getContext('2d')!
  // What is transparent would be black in a JPEG.
  if (type === 'image/jpeg') {
    context.fillStyle = 'white'
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return new Promise((done, fail) => {
    canvas.toBlob(
      (blob) => (blob ? done(blob) : fail(new RangeError('the picture can not be drawn'))),
      type,
      0.7,
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
