import { readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import decode, { init as initDecoder } from '@jsquash/jpeg/decode.js'
import encode, { init as initEncoder } from '@jsquash/jpeg/encode.js'

/** The thread of `redrawJpeg`. Its message is the new picture, or null. */

const QUALITY = 80

/**
 * The package would load its code by `fetch`, which reads no files in Node. What it says of a broken file is no part of the
 * log.
 */
const options = async (name: 'dec' | 'enc') => ({
  wasmBinary: await readFile(
    new URL(import.meta.resolve(`@jsquash/jpeg/codec/${name}/mozjpeg_${name}.wasm`)),
  ),
  print() {},
  printErr() {},
})

// What the decoder returns in a browser.
Object.assign(globalThis, {
  ImageData: class {
    readonly data: Uint8ClampedArray
    readonly width: number
    readonly height: number

    constructor(data: Uint8ClampedArray, width: number, height: number) {
      this.data = data
      this.width = width
      this.height = height
    }
  },
})

async function redraw(bytes: Uint8Array): Promise<Uint8Array | null> {
  await Promise.all([initDecoder(await options('dec')), initEncoder(await options('enc'))])
  const pixels = await decode(new Uint8Array(bytes).buffer, { preserveOrientation: true })
  return new Uint8Array(await encode(pixels, { quality: QUALITY }))
}

const drawn = await redraw(workerData as Uint8Array).catch(() => null)
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
parentPort!.postMessage(drawn)
