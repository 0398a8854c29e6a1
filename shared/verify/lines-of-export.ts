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
  // A line may have megabytes, so its pieces are put together once.
  let begun: string[] = []
  try {
    for await (const piece of unpacked) {
      const [first = '', ...others] = String(piece).split('\n')
      begun.push(first)
      const last = others.pop()
      if (last === undefined) continue
      yield begun.join('')
      yield* others
      begun = [last]
    }
  } catch (error) {
    throw new Error(`${file} cannot be read to its end: ${error instanceof Error ? error.message : error}.`)
  }
  const rest = begun.join('')
  if (rest !== '') yield rest
}
