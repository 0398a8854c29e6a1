import { inflateSync } from 'node:zlib'
import { scanSquares } from './scan-squares.ts'

/** What a reader sees in the QR code of a page: its path is the only one that is filled and has many squares. */
export function decodePdf(pdf: Buffer): string | undefined {
  const paths = contentOf(pdf)
    .split(/^f\*?$/m)
    .map(squaresOf)
  return scanSquares(paths.reduce((most, path) => (path.length > most.length ? path : most), []))
}

/** What a reader sees written on a page, piece by piece: fonts that each reader has write a letter as its byte. */
export function wordsOfPdf(pdf: Buffer): string {
  const written = [...contentOf(pdf).matchAll(/\[([^\]]*)\] TJ/g)].map(([, pieces = '']) =>
    [...pieces.matchAll(/<([0-9a-f]*)>/gi)]
      .map(([, bytes = '']) => Buffer.from(bytes, 'hex').toString('latin1'))
      .join(''),
  )
  return written.join('\n')
}

/** The operators of all streams that are deflated. */
function contentOf(pdf: Buffer): string {
  const text = pdf.toString('latin1')
  return [...text.matchAll(/\/Filter \/FlateDecode\s*>>\s*stream\n/g)]
    .map((found) => {
      const start = found.index + found[0].length
      return inflateSync(pdf.subarray(start, text.indexOf('endstream', start))).toString('latin1')
    })
    .join('\n')
}

function squaresOf(path: string) {
  return [...path.matchAll(/^(-?[\d.]+) (-?[\d.]+) ([\d.]+) ([\d.]+) re$/gm)]
    .filter(([, , , width, height]) => width === height)
    .map(([, x, y, side]) => ({ x: Number(x), y: Number(y), side: Number(side) }))
}
