import { TextDecoder } from 'node:util'
import { Refusal } from '../refusal.ts'

/** Turns the bytes of a file into text as they come. */
export type Decoder = { write(bytes: Uint8Array): string; end(): string }

const DECLARATION_BYTES = 200

/**
 * Finds the encoding by the rules of XML: by the byte order mark, by the zero bytes of UTF-16, by the declaration, else
 * UTF-8. Bytes that are not well-formed in their encoding are refused, never replaced.
 *
 * @throws Refusal unknown_encoding, not_xml
 * @source XML 1.0, appendix F
 */
export function createDecoder(): Decoder {
  let decoder: TextDecoder | null = null
  let waiting = new Uint8Array(0)
  const decode = (bytes: Uint8Array, stream: boolean) => {
    decoder ??= decoderFor(bytes)
    try {
      return decoder.decode(bytes, { stream })
    } catch {
      throw new Refusal('not_xml', `The file is not well-formed ${decoder.encoding.toUpperCase()}.`)
    }
  }
  return {
    write(bytes) {
      if (decoder) return decode(bytes, true)
      waiting = joined(waiting, bytes)
      return waiting.length < DECLARATION_BYTES ? '' : decode(waiting, true)
    },
    end() {
      return decode(decoder ? new Uint8Array(0) : waiting, false)
    },
  }
}

function decoderFor(start: Uint8Array): TextDecoder {
  const [a = 0, b = 0] = start
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be', { fatal: true })
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le', { fatal: true })
  if (a === 0 && b === 0x3c) return new TextDecoder('utf-16be', { fatal: true })
  if (a === 0x3c && b === 0) return new TextDecoder('utf-16le', { fatal: true })
  const ascii = String.fromCharCode(...start.slice(0, DECLARATION_BYTES))
  const declared =
    /^(?:\xEF\xBB\xBF)?<\?xml[^>]*?\sencoding\s*=\s*["']([A-Za-z][\w.-]*)["']/.exec(ascii)?.[1] ?? 'utf-8'
  // A declaration that can be read byte by byte is not UTF-16, even if it names UTF-16.
  const name = /^utf-?16/i.test(declared) ? 'utf-8' : declared
  try {
    return new TextDecoder(name, { fatal: true })
  } catch {
    throw new Refusal('unknown_encoding', `The encoding ${declared} is unknown. Send the file as UTF-8.`)
  }
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(a.length + b.length)
  all.set(a)
  all.set(b, a.length)
  return all
}
