import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'

/**
 * The lines of a file that `export` has written, without their line ends.
 *
 * @throws Error with one sentence where the file cannot be read to its end
 */
export async function* linesOfExport(file: string): AsyncGenerator<string> {
  const unpacked = pipeline(createReadStream(file), createGunzip(), () => {}).setEncoding('utf8')
  let rest = ''
  try {
    for await (const piece of unpacked) {
      const lines = (rest + piece).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
  } catch (error) {
    throw new Error(`${file} cannot be read to its end: ${error instanceof Error ? error.message : error}.`)
  }
  if (rest !== '') yield rest
}
